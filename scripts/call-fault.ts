/** What is wrong with a call that takes these options and nothing else; null where nothing is. */
export function findCallFault(
  args: readonly string[],
  switches: readonly string[],
  valued: readonly string[] = [],
): string | null {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--' || arg === '--help' || switches.includes(arg)) continue
    if (!valued.includes(arg)) {
      const known = [...switches, ...valued, '--help'].join(', ')
      return `${arg.startsWith('-') ? 'no option' : 'expected options only, found'} ${JSON.stringify(arg)}; there are: ${known}`
    }
    at++
    if (args[at] === undefined || args[at]?.startsWith('--')) return `${arg}: expected a value, found none`
  }
  return null
}

/** True after a message and the first line of the help where the call of a command is wrong: it ends with code 2. */
export function refusesCall(
  command: string,
  help: string,
  switches: readonly string[],
  valued: readonly string[] = [],
): boolean {
  const fault = findCallFault(process.argv.slice(2), switches, valued)
  if (fault === null) return false
  console.error(`${command}: ${fault}\n${help.split('\n')[0] ?? ''}`)
  return true
}

/** The value after an option of the running command. */
export function readOption(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
