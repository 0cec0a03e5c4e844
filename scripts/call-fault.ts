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

/** Whether a text is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The value after an option of the running command. */
export function readOption(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
