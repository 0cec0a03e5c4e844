// Loaded before anything else in the tests of a mutant: one file is read as another says.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'

const { url, code } = JSON.parse(readFileSync(process.env.CASEBOOK_MUTANT ?? '', 'utf8'))

registerHooks({
  load(address, context, next) {
    if (address.replace(/[?#].*$/, '') !== url) return next(address, context)
    return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(code) }
  },
})
