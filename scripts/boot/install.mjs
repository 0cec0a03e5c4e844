// Plain JavaScript that any Node >= 18 runs: it stands before the pinned Node is there.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')
const bin = path.join(root, 'node_modules', '.bin')
const pinned = path.join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
const stamp = path.join(root, 'node_modules', '.casebook-lock')

/** A step failed: says which, what was found and what to do, and ends the process. */
export function fail(step, found, whatToDo) {
  console.error(`\n${step} failed: ${found}\n  What to do: ${whatToDo}`)
  process.exit(1)
}

/** Major and minor of `vX.Y.Z`, or undefined where the text is no version. */
export function parseVersion(text) {
  const match = /^v(\d+)\.(\d+)\./.exec(String(text).trim())
  return match ? [Number(match[1]), Number(match[2])] : undefined
}

/** Is this Node new enough to run TypeScript and the site generator (>= 22.18)? */
export function isNewEnough(version) {
  const parsed = parseVersion(version)
  return parsed !== undefined && (parsed[0] > 22 || (parsed[0] === 22 && parsed[1] >= 18))
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

/**
 * Whether a folder holds what its lock file asks for, by the list that npm leaves in `node_modules/.package-lock.json`
 * at the end of an install: every package of the lock but optional ones of other platforms, each with its checksum.
 */
export function isInstalled(folder) {
  const read = (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')).packages ?? {}
  try {
    const wanted = read('package-lock.json')
    const held = read('node_modules/.package-lock.json')
    const isHeld = (name) =>
      held[name].version === wanted[name]?.version &&
      held[name].integrity === wanted[name]?.integrity &&
      existsSync(path.join(folder, name))
    const names = Object.keys(wanted).filter((name) => name !== '' && wanted[name].link !== true)
    return Object.keys(held).every(isHeld) && names.every((name) => name in held || wanted[name].optional === true)
  } catch {
    return false // No list, or none that can be read: nothing says what is there.
  }
}

/** Runs npm ci once for a lock file; a second call with the same lock is free, and so is one after `npm ci` by hand. */
export function installPackages() {
  const hash = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (isInstalled(root)) return writeFileSync(stamp, hash)
  console.log('Installing packages (npm ci, once; about two minutes) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const run = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (run.error) fail('Install', run.error.message, 'install npm (it comes with Node.js) and run this again')
  if (run.status !== 0)
    fail(
      'Install',
      `npm ci ended with code ${run.status}`,
      'read the lines above; with a broken network run it again, nothing is left half done',
    )
  writeFileSync(stamp, hash)
}

/**
 * The Node to go on with: the pinned one, or, where it cannot run (another libc, another platform), one of the
 * system that is new enough. A pinned Node that cannot run is taken out of the way, for `npm run` would pick it.
 */
export function findNode() {
  const version = existsSync(pinned)
    ? spawnSync(pinned, ['-v'], { encoding: 'utf8', shell: process.platform === 'win32' })
    : undefined
  if (version && version.status === 0 && isNewEnough(version.stdout)) return pinned
  if (version && version.status !== 0) {
    rmSync(pinned, { force: true })
    console.log(
      'The Node.js that came with the packages does not run on this system (another C library?); it was taken out of node_modules/.bin.',
    )
  }
  if (isNewEnough(process.version)) return process.execPath
  return fail(
    'Node.js',
    `version ${process.version} is older than 22.18 and no newer one could be installed for ${process.platform}-${process.arch}`,
    'install Node.js 22.18 or newer and run this again',
  )
}

/** The environment of every further step: the packages' commands, and the Node they run on, come first. */
export function stepEnvironment(extra = {}) {
  return {
    ...process.env,
    ...extra,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_NO_WARNINGS: '1',
  }
}

/** Runs until it ends by itself or is told to; a signal to this process is passed on. The exit code back. */
function keepRunning(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: stepEnvironment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 0))
    child.once('error', () => resolve(1))
  })
}

/**
 * Installs, then returns `run(args, options)`: one step in a child process, its status back; `run.keep(args)` is for
 * the step that serves.
 */
export function prepare() {
  const major = parseVersion(process.version)?.[0] ?? 0
  if (major < 18) fail('Node.js', `version ${process.version}`, 'install Node.js 18 or newer and run this again')
  installPackages()
  const node = findNode()
  const run = (args, options = {}) =>
    spawnSync(node, args, {
      cwd: root,
      stdio: 'inherit',
      env: stepEnvironment(options.env),
      shell: process.platform === 'win32',
      ...options.spawn,
    })
  run.keep = (args) => keepRunning(node, args)
  return run
}
