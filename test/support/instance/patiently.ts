import { setTimeout as pause } from 'node:timers/promises'
import type { ApiReply } from '../api/api.js'

/** The longest window of a limit that a test waits for, in seconds: a minute, and some for clocks that differ. */
const longestWait = 65

/**
 * Asks, and where the workspace has used up a limit of a minute, such as that of the DNS checks, waits as long as the
 * instance says and asks again. Another run, or a person, may have used it.
 */
export async function patiently(ask: () => Promise<ApiReply>): Promise<ApiReply> {
  const reply = await ask()
  const wait = Number(reply.headers['retry-after'])
  if (reply.status !== 429 || !(wait <= longestWait)) return reply
  await pause(wait * 1000)
  return ask()
}
