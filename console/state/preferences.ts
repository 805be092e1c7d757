import { createStore } from './store.js'

/** Color scheme; `system` follows the operating system. */
export type Scheme = 'system' | 'light' | 'dark'

const keys = { scheme: 'postseal.scheme', folded: 'postseal.folded', icons: 'postseal.icons' } as const

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

export const scheme = createStore<Scheme>(readScheme())

function readScheme(): Scheme {
  const kept = read(keys.scheme)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** The groups of the navigation that are folded in this browser. */
export const foldedGroups = createStore<readonly string[]>(readFolded())

function readFolded(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(read(keys.folded) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Folds a group of the navigation, or unfolds it. */
export function foldGroup(group: string, isFolded: boolean): void {
  const others = foldedGroups.get().filter((each) => each !== group)
  foldedGroups.set(isFolded ? [...others, group] : others)
  keep(keys.folded, JSON.stringify(foldedGroups.get()))
}

/** True if the navigation beside the screens is reduced to its icons in this browser. */
export const hasIconsOnly = createStore(read(keys.icons) === 'only')

/** Reduces the navigation to its icons, or shows the names again. */
export function toggleIconsOnly(): void {
  hasIconsOnly.set(!hasIconsOnly.get())
  keep(keys.icons, hasIconsOnly.get() ? 'only' : 'named')
}

/** Applies the preferences stored in this browser, and every later change of them. */
export function applyPreferences(): void {
  const apply = () => {
    document.documentElement.dataset.scheme = scheme.get()
    keep(keys.scheme, scheme.get())
  }
  apply()
  scheme.subscribe(apply)
}
