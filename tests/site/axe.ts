import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on a page as it stands, `target-size` switched on: one sentence a rule and element. Colours cost most
 * of the time and come from the sheets that all pages of a kind share: `withColours` false leaves them out.
 */
export async function findViolations(page: Page, withColours = true): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (colours) => {
    type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] }
    type Axe = { run: (context: unknown, options: unknown) => Promise<{ violations: Violation[] }> }
    const axe = Reflect.get(globalThis, 'axe') as Axe
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: colours } },
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(
          (node) =>
            `${id}: ${node.html.slice(0, 160)} (${(node.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 160)})`,
        ),
    )
  }, withColours)
}
