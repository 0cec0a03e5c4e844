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
