import { loadCaseRows } from '../../components/case-rows.ts'
import { encodeCaseList } from '../../render/case-list.ts'
import { escapeHidden } from '../../text/visible-text.ts'

/** The rows that the script of `/cases/` loads. Made with each build; the data set for others is `/data/v1/`. */
export async function GET(): Promise<Response> {
  return new Response(escapeHidden(JSON.stringify(encodeCaseList(loadCaseRows()))))
}
