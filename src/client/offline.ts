import { make } from './make-element.ts'
import { findSiteRoot } from './site-root.ts'

/** Says once, at the foot of the page, that nothing more can be kept. */
function sayFull(): void {
  if (document.querySelector('#storage-note')) return
  const words = 'The browser’s storage is full or refused: pages you read are not kept for reading offline.'
  document.querySelector('footer')?.append(make('span', { id: 'storage-note', role: 'status' }, words))
}

/** Registers the worker that serves the site with the network off; a browser that refuses it reads on without. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return
  const root = findSiteRoot()
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event
    if (typeof data === 'object' && data !== null && 'casebook' in data && data.casebook === 'storage-full') sayFull()
  })
  navigator.serviceWorker.register(new URL('sw.js', root), { scope: root.pathname }).catch(() => undefined)
}
