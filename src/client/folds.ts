/** Opens every fold around the target of the address, so that an anchor inside one is seen. */
function openTarget(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === '' ? null : findTarget(id)
  if (!target) return
  let opened = false
  for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) {
    if (!fold.open) opened = true
    fold.open = true
  }
  if (opened || !isInView(target)) target.scrollIntoView()
}

/** The element of an id; for a line that has none (inside a long diff) its message. */
function findTarget(id: string): Element | null {
  return document.getElementById(id) ?? document.getElementById(id.replace(/-(?:p\d+)?L\d+$/, ''))
}

function isInView(target: Element): boolean {
  const { top, bottom } = target.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}

/** Anchors lead into folds, on load and on every step. */
export function startFolds(): void {
  addEventListener('hashchange', openTarget)
  openTarget()
}
