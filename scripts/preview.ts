/** `npm run preview`: serves the build, under a base path where one is named. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readOption, refusesCall } from './call-fault.ts'
import { createStaticServer } from './static-server.ts'

const help = `npm run preview [-- --port N] [--base /x/] [--dir FOLDER]
Serves dist/ (CASEBOOK_OUT) at http://localhost:4321/, or at another port and under a base path.`

function main(): number {
  if (process.argv.includes('--help')) {
    console.log(help)
    return 0
  }
  if (refusesCall('preview', help, [], ['--port', '--base', '--dir'])) return 2
  const dir = path.resolve(readOption('--dir') ?? process.env['CASEBOOK_OUT'] ?? 'dist')
  const port = Number(readOption('--port') ?? 4321)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    console.error(`--port: expected a number from 0 to 65535, found ${JSON.stringify(readOption('--port'))}`)
    return 2
  }
  const base = `/${(readOption('--base') ?? '/').replace(/^\/+|\/+$/g, '')}/`.replace('//', '/')
  if (!existsSync(path.join(dir, 'index.html'))) {
    console.error(`No site in ${dir}: expected an index.html; run \`npm run build\` first.`)
    return 1
  }
  const server = createStaticServer(dir, base)
  server.on('error', (error) => {
    console.error(`Port ${port} could not be opened (${error.message}); name another with --port N.`)
    process.exitCode = 1
  })
  server.listen(port, '127.0.0.1', () => {
    const address = server.address()
    const shown = typeof address === 'object' && address ? address.port : port
    console.log(`The site is at http://localhost:${shown}${base} (end with Ctrl-C)`)
  })
  return 0
}

process.exitCode = main()
