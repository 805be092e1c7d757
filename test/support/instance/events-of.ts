import { eventFindings } from '../api/contract.js'
import { allRows } from './all-rows.js'
import type { Instance } from './instance.js'

/** An event of a message. */
export interface MessageEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly message_id?: string; readonly recipients?: unknown }
}

/**
 * The events of a message of the test project, oldest first.
 *
 * @param createdAt the message's
 * @throws Error where one of them is not as the contract has it
 */
export async function eventsOf(at: Instance, message: string, createdAt: string): Promise<MessageEvent[]> {
  const place = { url: at.url, key: at.projectKey, path: '/v1/events', query: `&since=${createdAt}` }
  const events = (await allRows<MessageEvent>(place)).filter(({ data }) => data.message_id === message)
  const findings = events.map((event) => eventFindings(event)).find((found) => found !== undefined)
  if (findings !== undefined) throw new Error(findings)
  return events.reverse()
}
