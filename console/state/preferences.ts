import { createStore } from './store.js'

/** Color scheme; `system` follows the operating system. */
export type Scheme = 'system' | 'light' | 'dark'

const key = 'postseal.scheme'

export const scheme = createStore<Scheme>(readScheme())

function readScheme(): Scheme {
  try {
    const kept = localStorage.getItem(key)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Applies the preferences stored in this browser, and every later change of them. */
export function applyPreferences(): void {
  const apply = () => {
    document.documentElement.dataset.scheme = scheme.get()
    try {
      localStorage.setItem(key, scheme.get())
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  apply()
  scheme.subscribe(apply)
}
