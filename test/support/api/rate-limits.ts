import type { ApiReply } from './api.js'
import { messageFor } from '../messages/messages.js'

/** A limit as the headers of a reply tell it. */
export interface ToldLimit {
  readonly policy: string
  readonly left: number
  readonly reset: number
  readonly max: number
  readonly window: number
}

/** Reads RateLimit and RateLimit-Policy, which must be of the draft's form and of one policy. */
export function limitOf(reply: Pick<ApiReply, 'headers'>): ToldLimit {
  const limit = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(reply.headers['ratelimit'] ?? '')
  const policy = /^"(\w+)";q=(\d+);w=(\d+)$/.exec(reply.headers['ratelimit-policy'] ?? '')
  if (limit === null || policy === null || limit[1] !== policy[1]) {
    throw new Error(
      `not of one limit: ${reply.headers['ratelimit']} and ${reply.headers['ratelimit-policy']}`,
    )
  }
  return {
    policy: limit[1] ?? '',
    left: Number(limit[2]),
    reset: Number(limit[3]),
    max: Number(policy[2]),
    window: Number(policy[3]),
  }
}

/** A batch of messages that differ in nothing but their keys. */
export function batchOf(items: number, project: string): object {
  return {
    items: Array.from({ length: items }, (_, index) => ({
      idempotency_key: `item-${index}`,
      message: messageFor(project),
    })),
  }
}
