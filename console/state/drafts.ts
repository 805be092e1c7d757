import { session } from './session.js'

/** What was typed and not sent, kept in this browser for the user. Secrets are typed in no form that keeps drafts. */
const keyOf = (name: string) => `postseal.draft.${session.get()?.user.id ?? ''}.${name}`

/** Takes what was typed before; undefined where nothing was, or where the browser keeps nothing. */
export function takeDraft(name: string): Record<string, unknown> | undefined {
  try {
    const kept = localStorage.getItem(keyOf(name))
    return kept === null ? undefined : (JSON.parse(kept) as Record<string, unknown>)
  } catch {
    return undefined
  }
}

/** Keeps what is typed; undefined forgets it. */
export function keepDraft(name: string, values: Record<string, unknown> | undefined): void {
  try {
    if (values === undefined) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(values))
  } catch {
    // Private windows and full disks keep nothing. The form works without.
  }
}
