import { session } from './session.js'

/**
 * Returns the storage key of a draft: text that was typed and not sent, kept in this browser for the user. No form
 * that keeps drafts asks for secrets.
 */
const keyOf = (name: string) => `postseal.draft.${session.get()?.user.id ?? ''}.${name}`

/** Reads a draft; undefined if there is none, or if the browser stores nothing. */
export function takeDraft(name: string): Record<string, unknown> | undefined {
  try {
    const kept = localStorage.getItem(keyOf(name))
    return kept === null ? undefined : (JSON.parse(kept) as Record<string, unknown>)
  } catch {
    return undefined
  }
}

/** Stores a draft; undefined deletes it. */
export function keepDraft(name: string, values: Record<string, unknown> | undefined): void {
  try {
    if (values === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(values))
  } catch {
    // Private windows and full disks keep nothing. The form works without.
  }
}
