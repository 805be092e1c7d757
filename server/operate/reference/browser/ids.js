// The ids of this tab's replies, one of each kind, so that a page can read what another one has made.

const name = 'postseal-docs-ids'

/** The id that was seen last with a prefix such as `msg_`. */
export function known(prefix) {
  return all()[prefix]
}

/** Keeps the first id of each kind in a text: lists have the newest first. */
export function remember(text) {
  const found = {}
  for (const [id, prefix] of text.matchAll(/\b([a-z]{2,4}_)[0-9a-hjkmnp-tv-z]{26}\b/g)) found[prefix] ??= id
  try {
    sessionStorage.setItem(name, JSON.stringify({ ...all(), ...found }))
  } catch {
    // A browser may forbid a page to keep anything.
  }
}

export function forgetIds() {
  sessionStorage.removeItem(name)
}

function all() {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}
