import { APIUserAbortError, PostsealError, RateLimitError } from '../errors/errors.js'
import { checkTimeout, type RequestOptions } from '../settings/options.js'
import { pause } from '../transport/attempt.js'
import type { Message, MessageLog } from '../replies/replies.js'
import { aborted } from '../transport/watch.js'

/** The maximum time to wait for a message, and the options for each call during the wait. */
export interface WaitOptions extends RequestOptions {
  /** Total milliseconds to wait. Default: 60 000. */
  timeout_ms?: number | undefined
}

/** A message whose recipients are all settled, with each recipient's outcome. */
export type SettledMessage = Message & {
  /** One log for each recipient, in the order of `recipients`. */
  logs: MessageLog[]
}

/** Thrown if `waitUntilSettled` gives up because the message is not settled within `timeout_ms`. */
export class WaitTimeoutError extends PostsealError {
  override name = 'WaitTimeoutError'
  /** The message from the last reply, or undefined if no reply arrived in time. */
  readonly lastMessage: Message | undefined

  /** @internal */
  constructor(message: string, lastMessage: Message | undefined, cause?: unknown) {
    super(message, { cause })
    this.lastMessage = lastMessage
  }
}

/** The read calls that the wait uses. */
export interface Reads {
  message(options: RequestOptions): Promise<Message>
  logs(options: RequestOptions): Promise<MessageLog[]>
}

const FIRST_WAIT_S = 0.1
const LONGEST_WAIT_S = 5
const GROWTH = 1.5

/**
 * Polls a message at growing intervals of up to 5 seconds until it is settled, and then reads its logs. Waits out a
 * rate limit for as long as the service asks. Rejects with WaitTimeoutError when the time-out expires, or at once if
 * the message is scheduled later than that. Also rejects with APIUserAbortError and with the errors of the reads.
 */
export async function untilSettled(reads: Reads, options: WaitOptions = {}): Promise<SettledMessage> {
  const { timeout_ms = 60_000, signal, ...others } = options
  const deadline = Date.now() + checkTimeout(timeout_ms, 'timeout_ms')
  // Aborts the in-flight call at the deadline, or when the caller aborts.
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(), timeout_ms)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  const bounded = { ...others, signal: controller.signal }

  let last: Message | undefined
  let limited: RateLimitError | undefined
  try {
    for (let wait = FIRST_WAIT_S; ; wait = Math.min(wait * GROWTH, LONGEST_WAIT_S)) {
      try {
        last = await reads.message(bounded)
        if (isSettled(last)) return withLogs(last, await reads.logs(bounded))
        if (isLater(last, deadline)) break
        limited = undefined
      } catch (error) {
        if (!(error instanceof RateLimitError)) throw error
        limited = error
      }
      await pause(Math.max(wait, limited?.retryAfter ?? 0), controller.signal)
    }
  } catch (error) {
    if (signal?.aborted) throw aborted(signal)
    if (!(error instanceof APIUserAbortError)) throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  throw new WaitTimeoutError(stateOf(last, timeout_ms, deadline), last, limited)
}

const WAITING: readonly string[] = ['scheduled', 'queued', 'deferred']

// Checks the message and its recipients, because a newer service can have unknown statuses for either.
function isSettled({ status, recipients }: Message): boolean {
  return !WAITING.includes(status) && !recipients.some((recipient) => WAITING.includes(recipient.status))
}

function withLogs(message: Message, logs: MessageLog[]): SettledMessage {
  const byId = new Map(logs.map((log) => [log.id, log]))
  const ordered = message.recipients.flatMap(({ log_id }) => byId.get(log_id) ?? [])
  return Object.assign(message, { logs: ordered })
}

/** Returns whether the message is scheduled for a time after `deadline` (milliseconds since 1970). */
function isLater({ status, scheduled_at }: Message, deadline: number): boolean {
  return status === 'scheduled' && scheduled_at !== null && Date.parse(scheduled_at) > deadline
}

function stateOf(message: Message | undefined, timeout: number, deadline: number): string {
  if (message === undefined) return `No reply about the message came within ${timeout} ms.`
  if (isLater(message, deadline)) {
    return `The message is scheduled for ${message.scheduled_at}, which is later than the ${timeout} ms to wait.`
  }
  const counts = new Map<string, number>()
  for (const { status } of message.recipients) counts.set(status, (counts.get(status) ?? 0) + 1)
  const statuses = [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
  return `The message was not settled within ${timeout} ms. Its recipients: ${statuses}.`
}
