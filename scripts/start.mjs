// `npm start`: installs, imports, builds, indexes and serves the site, and prints its address. Any Node >= 18 runs it.
import { createServer } from 'node:net'
import { fail, prepare } from './boot/install.mjs'

const help = `npm start [-- --port N] [--base /x/]
Installs what is missing, imports every case, builds and indexes the site, and serves it.
The address is printed: port 4321, or the next free one.`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}
/** What is wrong with the call, before minutes of work; null where nothing is. */
function findFault() {
  for (let at = 0; at < args.length; at += 2) {
    if (args[at] !== '--port' && args[at] !== '--base')
      return `no option ${JSON.stringify(args[at])}; there are: --port, --base, --help`
    const value = args[at + 1]
    if (value === undefined) return `${args[at]}: expected a value, found none`
    if (args[at] === '--port' && !(/^\d{1,5}$/.test(value) && Number(value) <= 65_535))
      return `--port: expected a number from 0 to 65535, found ${JSON.stringify(value)}`
  }
  return null
}
const fault = findFault()
if (fault !== null) {
  console.error(`start: ${fault}\n${help.split('\n')[0]}`)
  process.exit(2)
}
const run = prepare()
const steps = [
  [
    'Import',
    'Importing the cases …',
    ['scripts/import.ts'],
    'read the messages above: each names a file, a place and what to do',
  ],
  [
    'Build',
    'Building and indexing the site …',
    ['scripts/build.ts'],
    'read the messages above; `npm run build` repeats this step alone',
  ],
]
let worst = 0
for (const [name, says, stepArgs, whatToDo] of steps) {
  console.log(says)
  const started = Date.now()
  const { status } = run(stepArgs)
  if (status !== 0 && name === 'Import') {
    console.error('Some input could not be imported (see above); the other cases are built.')
    worst = status ?? 1
  } else if (status !== 0) fail(name, `code ${status}`, whatToDo)
  console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** The first port from `from` on that nothing listens on. */
async function findFreePort(from) {
  for (let port = from; port < from + 200; port++) {
    const free = await new Promise((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
  return fail('Serve', `no free port from ${from} to ${from + 199}`, 'name one with `npm start -- --port N`')
}

const port = args.includes('--port') ? [] : ['--port', String(await findFreePort(4321))]
const served = await run.keep(['scripts/preview.ts', ...port, ...args])
process.exit(served || worst)
