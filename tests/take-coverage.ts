import { takeCoverage } from 'node:v8'
import { afterAll } from 'vitest'

// vitest ends its workers before Node writes what they ran.
afterAll(() => takeCoverage())
