/**
 * Sent as it is, types stripped, as a classic script in the head of every page: sets the theme before anything is
 * drawn, so that no page flashes. Without it the system's preference decides. No imports.
 */
type Theme = 'auto' | 'light' | 'dark'
const nextTheme: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' }

/** Storage may be refused; the theme is then kept for this page only. */
function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('casebook-theme')
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

function keepTheme(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem('casebook-theme')
    else localStorage.setItem('casebook-theme', theme)
  } catch {
    // Refused storage: nothing to keep it in.
  }
}

function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

function startThemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  if (!button) return
  let theme = readTheme()
  const show = (): void => {
    button.textContent = `Theme: ${theme}`
  }
  show()
  button.hidden = false
  button.addEventListener('click', () => {
    theme = nextTheme[theme]
    keepTheme(theme)
    applyTheme(theme)
    show()
  })
}

/** Links name `index.html`, so that they also work from a folder; the address shown and copied is the short one. */
function shortenAddress(): void {
  const { protocol, pathname, search, hash } = location
  if (/^https?:$/.test(protocol) && pathname.endsWith('/index.html'))
    history.replaceState(history.state, '', pathname.slice(0, -'index.html'.length) + search + hash)
}

applyTheme(readTheme())
shortenAddress()
document.addEventListener('DOMContentLoaded', startThemeButton)
