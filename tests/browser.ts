import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { measurePages } from './page-coverage.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
const places = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
]
/** No request leaves the machine: what a browser asks at its start is switched off. */
const quietArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
]

/** The path of a Chromium on this system, by CHROMIUM_PATH or the usual names and places; undefined where there is none. */
export function findSystemChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) return existsSync(named) ? named : undefined
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...places]
  const candidates = folders.flatMap((folder) =>
    [...names, 'Google Chrome', 'Chromium'].map((name) => path.join(folder, name)),
  )
  return candidates.find((file) => existsSync(file))
}

/**
 * A headless Chromium: the system's, else the one that ships as a package (Linux x64).
 * @throws Error that says how to get one, where neither runs.
 */
export async function launchBrowser(extraArgs: readonly string[] = []): Promise<Browser> {
  const browser = await launch(extraArgs)
  const folder = process.env['NODE_V8_COVERAGE']
  return folder === undefined ? browser : measurePages(browser, folder)
}

async function launch(extraArgs: readonly string[]): Promise<Browser> {
  const system = findSystemChromium()
  if (system) return chromium.launch({ executablePath: system, args: [...quietArgs, ...extraArgs] })
  try {
    // The package unpacks its libraries only where it believes it is on a hosted function.
    process.env['VERCEL'] ??= '1'
    const { default: packaged } = await import('@sparticuz/chromium')
    return await chromium.launch({
      executablePath: await packaged.executablePath(),
      args: [...quietArgs, '--single-process', '--no-zygote', ...extraArgs],
    })
  } catch (cause) {
    throw new Error(
      'No browser to test with: expected a Chromium on this system or the packaged one (Linux x64). Install chromium (Debian: apt-get install chromium) or name one with CHROMIUM_PATH.',
      { cause },
    )
  }
}
