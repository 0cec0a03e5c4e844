import { build } from 'vite'

/** A built module and what it imports as one classic script: modules do not run from a folder. */
export async function buildClassic(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
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
