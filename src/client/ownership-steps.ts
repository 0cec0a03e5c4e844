/** Turns each list of steps into a player: one step at a time, play and pause, earlier and later; or all at once. */
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
    setPlayer(!figure.classList.contains('is-player'))
  })
  const one = [makeButton('Earlier', () => go(-1)), play, makeButton('Later', () => go(1)), count]
  const setPlayer = (isOn: boolean): void => {
    figure.classList.toggle('is-player', isOn)
    all.textContent = isOn ? 'Show all steps' : 'Show one at a time'
    for (const part of one) part.hidden = !isOn
  }
  const bar = document.createElement('div')
  bar.className = 'player'
  bar.append(...one.slice(0, 3), all, count)
  list.after(bar)
  show(0)
  // Who wants no motion finds all pictures, as without scripts.
  setPlayer(!window.matchMedia('(prefers-reduced-motion: reduce)').matches)
}

export function startOwnershipSteps(): void {
  for (const figure of document.querySelectorAll('figure.steps')) startPlayer(figure)
}
