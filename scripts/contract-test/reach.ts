import { readFileSync } from 'node:fs'

/** Milliseconds that an instance may take to answer the first request. */
const patienceMs = 15_000

/**
 * Makes sure that the instance is there and speaks the version of the contract that the tests hold it against.
 *
 * @returns that version
 * @throws Error in one sentence
 */
export async function reach(url: string): Promise<string> {
  const reply = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(patienceMs) }).catch(
    (error: Error) => {
      throw new Error(`The instance at ${url} cannot be reached: ${reasonOf(error)}.`, { cause: error })
    },
  )
  const served = reply.ok ? versionIn(await reply.text()) : undefined
  if (served === undefined) {
    throw new Error(`What answers at ${url} serves no contract at /openapi.json (status ${reply.status}).`)
  }
  const own = versionIn(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'))
  if (served !== own) {
    throw new Error(
      `The instance at ${url} speaks version ${served} of the contract and these tests are of version ${own}: ` +
        `run those of its version.`,
    )
  }
  return served
}

function versionIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { info?: { version?: string } }).info?.version
  } catch {
    return undefined
  }
}

/** fetch says the reason in the cause of its error, and there by a code where several addresses were tried. */
function reasonOf(error: Error): string {
  const cause = error.cause as { message?: string; code?: string } | undefined
  return cause?.message || cause?.code || error.message
}
