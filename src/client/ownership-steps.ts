/** Turns each list of steps into a player: one step at a time, play and pause, earlier and later. */
const pauseMs = 1800

function makeButton(label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = label
  button.addEventListener('click', press)
  return button
}

function startPlayer(figure: Element): void {
  const steps = [...figure.querySelectorAll('.step')]
  const list = figure.querySelector('ol')
  if (!list || steps.length < 2) return
  let shown = 0
  let timer = 0
  const count = document.createElement('span')
  count.className = 'quiet'
  const show = (index: number): void => {
    shown = (index + steps.length) % steps.length
    for (const [place, step] of steps.entries()) step.classList.toggle('is-shown', place === shown)
    count.textContent = `step ${shown + 1} of ${steps.length}`
  }
  const stop = (): void => {
    window.clearInterval(timer)
    timer = 0
    play.textContent = 'Play'
  }
  const go = (by: number): void => {
    stop()
    figure.classList.add('has-moved')
    show(shown + by)
  }
  const play = makeButton('Play', () => {
    if (timer !== 0) {
      stop()
      return
    }
    play.textContent = 'Pause'
    figure.classList.add('has-moved')
    timer = window.setInterval(() => show(shown + 1), pauseMs)
  })
  const all = makeButton('Show all steps', () => {
    stop()
    all.textContent = figure.classList.toggle('is-player') ? 'Show all steps' : 'Show one at a time'
  })
  const bar = document.createElement('div')
  bar.className = 'player'
  bar.append(
    makeButton('Earlier', () => go(-1)),
    play,
    makeButton('Later', () => go(1)),
    all,
    count,
  )
  list.after(bar)
  figure.classList.add('is-player')
  show(0)
}

export function startOwnershipSteps(): void {
  for (const figure of document.querySelectorAll('figure.steps')) startPlayer(figure)
}
