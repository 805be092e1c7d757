import { knownVariables } from '../config.js'

/**
 * Returns the name that `given` probably misspells: the nearest by edit distance, if the distance is at most
 * a third of the name's length (and at least 1).
 */
function nearestName(given: string, names: readonly string[]): string | undefined {
  // All names share this prefix, so it must not count towards the length.
  const rest = (name: string) => name.replace(/^POSTSEAL_/, '')
  const ranked = names
    .map((name) => ({ name, edits: editsBetween(rest(given), rest(name)) }))
    .sort((one, other) => one.edits - other.edits)
  const [best] = ranked
  return best !== undefined && best.edits <= Math.max(1, rest(best.name).length / 3) ? best.name : undefined
}

/** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_value, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Variables that clients read. They may also be set where a service starts. */
export const clientVariables = [
  'POSTSEAL_API_KEY',
  'POSTSEAL_BASE_URL',
  'POSTSEAL_PROFILE',
  'POSTSEAL_LOG',
  'POSTSEAL_SESSION',
  'POSTSEAL_SINK_URL',
  'POSTSEAL_TEST_PROJECT_ID',
  'POSTSEAL_WEBHOOK_SECRET',
  'POSTSEAL_WORKSPACE_KEY',
]

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns a sentence for each variable that is set and has our prefix, but is unknown to the service and its
 * clients.
 */
export function unknownVariables(env: Env): string[] {
  const known = [...knownVariables()]
  return Object.keys(env)
    .filter((name) => name.startsWith('POSTSEAL_') && (env[name]?.trim() ?? '') !== '')
    .filter((name) => !known.includes(name) && !clientVariables.includes(name))
    .map((name) => {
      const near = nearestName(name, known)
      return `Unknown variable ${name} (ignored).${near === undefined ? '' : ` Did you mean ${near}?`}`
    })
}

/** Prints which variables have no effect. */
export function warnOfUnknownVariables(env: Env, stderr: NodeJS.WritableStream): void {
  for (const sentence of unknownVariables(env)) stderr.write(`${sentence}\n`)
}
