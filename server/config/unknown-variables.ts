import { knownVariables } from './config.js'
import { nearestName } from './nearest-name.js'

/** Variables that clients read. They may also be set where a service starts. */
const ofClients = [
  'POSTSEAL_API_KEY',
  'POSTSEAL_BASE_URL',
  'POSTSEAL_LOG',
  'POSTSEAL_SESSION',
  'POSTSEAL_SINK_URL',
  'POSTSEAL_TEST_PROJECT_ID',
  'POSTSEAL_WEBHOOK_SECRET',
  'POSTSEAL_WORKSPACE_KEY',
]

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns a sentence for each variable that is set and has our prefix, but is unknown to the service and its clients.
 */
export function unknownVariables(env: Env): string[] {
  const known = [...knownVariables()]
  return Object.keys(env)
    .filter((name) => name.startsWith('POSTSEAL_') && (env[name]?.trim() ?? '') !== '')
    .filter((name) => !known.includes(name) && !ofClients.includes(name))
    .map((name) => {
      const near = nearestName(name, known)
      return `${name} is no variable of Postseal and has no effect.${near === undefined ? '' : ` Did you mean ${near}?`}`
    })
}

/** Prints which variables have no effect. */
export function warnOfUnknownVariables(env: Env, stderr: NodeJS.WritableStream): void {
  for (const sentence of unknownVariables(env)) stderr.write(`${sentence}\n`)
}
