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

const foldedKey = 'postseal.folded'

/** The groups of the navigation that are folded in this browser. */
export const foldedGroups = createStore<readonly string[]>(readFolded())

function readFolded(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(foldedKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Folds a group of the navigation, or unfolds it. */
export function foldGroup(group: string, isFolded: boolean): void {
  const others = foldedGroups.get().filter((each) => each !== group)
  foldedGroups.set(isFolded ? [...others, group] : others)
  try {
    localStorage.setItem(foldedKey, JSON.stringify(foldedGroups.get()))
  } catch {
    // Without storage the choice lasts as long as the page.
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
