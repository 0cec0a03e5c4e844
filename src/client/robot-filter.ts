/** Reports of more lines than this get a filter: their monitors are hundreds of rows. */
const MOST_LINES = 60

/** Hides the lines of a report that do not hold the words; an empty filter shows all. */
function filterLines(lines: readonly HTMLElement[], query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  let shown = 0
  for (const line of lines) {
    const text = line.textContent?.toLowerCase() ?? ''
    line.hidden = !words.every((word) => text.includes(word))
    if (!line.hidden) shown += 1
  }
  return shown
}

/** A search field above the lines of each long robot report. */
export function startRobotFilters(): void {
  for (const message of document.querySelectorAll('.msg[data-kind="lkp-report"]')) {
    const mail = message.querySelector('.mail')
    const lines = [...message.querySelectorAll<HTMLElement>('.mail .l')]
    if (!mail || lines.length <= MOST_LINES) continue
    const label = document.createElement('label')
    label.className = 'mailfilter small no-print'
    const input = document.createElement('input')
    input.type = 'search'
    const status = document.createElement('span')
    status.setAttribute('role', 'status')
    status.className = 'quiet'
    input.addEventListener('input', () => {
      const shown = filterLines(lines, input.value)
      status.textContent = input.value === '' ? '' : `${shown} of ${lines.length} lines`
    })
    label.append('Rows that hold ', input, ' ', status)
    mail.before(label)
  }
}
