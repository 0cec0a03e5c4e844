// `npm test`: installs what it needs and runs every check. Any Node >= 18 runs it; the checks run on the pinned Node.
import { prepare } from './boot/install.mjs'

const help = `npm test [-- --all] [-- --only NAME]
Runs every check: format and lint, types, unit tests, import, build, and the tests of the built site in a browser.
  --all        adds the long ones (every page, many mutants): under 25 minutes on two cores
  --only NAME  one of: lint, types, unit, content, build, site
Ends with a line "N passed, N failed, N skipped"; exit code 1 when anything failed or nothing ran.`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}
const run = prepare()
const env = args.includes('--all') ? { CASEBOOK_ALL: '1' } : {}
process.exit(run(['scripts/check.ts', ...args], { env }).status ?? 1)
