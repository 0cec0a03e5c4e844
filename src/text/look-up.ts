/** The value of a table for a name from outside: own keys only, so that `constructor` finds nothing. */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
