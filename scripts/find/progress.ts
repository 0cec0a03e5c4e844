/** A line on the terminal that says how far a long scan is: count, rate, time left where the total is known. */
export class Progress {
  private readonly started = performance.now()
  private readonly isTerminal = process.stderr.isTTY === true
  private done = 0
  private shownMs = 0
  private readonly label: string
  private readonly total: number | null

  constructor(label: string, total: number | null) {
    this.label = label
    this.total = total
  }

  step(): void {
    this.done++
    if (!this.isTerminal || this.done % 200 !== 0) return
    const now = performance.now()
    if (now - this.shownMs < 200) return
    this.shownMs = now
    const rate = this.done / ((now - this.started) / 1000)
    const left = this.total === null ? '' : `, ${Math.ceil((this.total - this.done) / rate)} s left`
    process.stderr.write(
      `\r${this.label}: ${this.done}${this.total === null ? '' : ` of ${this.total}`}, ${Math.round(rate)}/s${left}   `,
    )
  }

  end(): void {
    if (this.isTerminal && this.shownMs > 0) process.stderr.write('\r\u001b[K')
  }
}
