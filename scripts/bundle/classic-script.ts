import { build } from 'vite'

/** What is fetched ahead of a part that is loaded when it is used: all parts are in the one script here. */
const dropPreloads = (code: string): string => code.replace(/__vite__mapDeps\(\[[\d,\s]*\]\)/g, '[]')

/** A built module and what it imports as one classic script: modules do not run from a folder. */
export async function buildClassic(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [{ name: 'no-preloads', transform: dropPreloads }],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: file, formats: ['iife'], name: 'casebookPage' },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((one) => one.type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be made a classic script`)
  return chunk.code
}
