/** `npm run pages`: what the workflow runs, here or there: every check, the build for the repository's own address, its crawl. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const help = `npm run pages [-- --no-test]
Runs npm test, builds the site for the address that GitHub Pages gives this repository, and crawls that build.
The address: SITE, else from GITHUB_REPOSITORY or the remote "origin" (owner/name), else the homepage of package.json.`

const root = path.resolve(import.meta.dirname, '..')

/** `owner/name` of a remote's address; undefined where it is none of GitHub's. */
export function parseRepository(remote: string): string | undefined {
  return /github\.com[:/]([A-Za-z0-9-]+\/[A-Za-z0-9._-]+?)(?:\.git)?\/?$/.exec(remote.trim())?.[1]
}

/** The address of a repository's pages: `<owner>.github.io` itself stands at the root, any other one under its name. */
export function buildAddress(repository: string): string {
  const [owner = '', name = ''] = repository.split('/')
  const host = `${owner.toLowerCase()}.github.io`
  return name.toLowerCase() === host ? `https://${host}/` : `https://${host}/${name}/`
}

function findAddress(): string | undefined {
  if (process.env['SITE']) return process.env['SITE']
  const remote = spawnSync('git', ['remote', 'get-url', 'origin'], { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const repository = process.env['GITHUB_REPOSITORY'] ?? parseRepository(remote)
  return repository === undefined ? undefined : buildAddress(repository)
}

/** Runs one step; what it prints is shown. */
function runStep(says: string, command: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  console.log(`\n== ${says}`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) console.error(`${says}: ended with code ${status}; the messages above say what to do.`)
  return status === 0
}

function main(): number {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  const site = findAddress()
  console.log(
    site
      ? `The site will stand at ${site}`
      : 'No repository of GitHub is known here: links cite the homepage of package.json.',
  )
  const env = site ? { SITE: site } : {}
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const crawl = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--no-file-parallelism',
    'tests/site/links.test.ts',
    'tests/site/crawl.test.ts',
  ]
  const done =
    (process.argv.includes('--no-test') || runStep('Tests', process.execPath, ['scripts/test.mjs'], {})) &&
    runStep('Build', process.execPath, ['scripts/build.ts'], env) &&
    runStep('Crawl', process.execPath, [vitest, ...crawl], env)
  return done ? 0 : 1
}

if (import.meta.main) process.exitCode = main()
