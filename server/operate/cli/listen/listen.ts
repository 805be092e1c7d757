import { lookup } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../../../generated/api-types.js'
import { newUuid } from '../../../platform/db/ids.js'
import { webhookSender } from '../../../product/webhooks/send/sender.js'
import type { SendResult, WebhookSender } from '../../../product/webhooks/send/webhook.js'
import { canonicalJson } from '../../../platform/http/canonical-json.js'
import { askForEvents, nameSource, ServiceAway, type AskedEvents } from './api.js'
import type { ListenSettings } from './settings.js'

type Event = components['schemas']['Event']

/** Seconds that an attempt may take until the reply's head, as for webhooks. */
const timeoutSeconds = 15

/** Milliseconds to wait before further attempts; the last value repeats. */
const backoffMs = [1000, 2000, 4000, 8000, 10_000]

/**
 * Number of attempts at an event whose endpoint replies, but not with 2xx. For an endpoint that does not reply at
 * all, attempts go on.
 */
const maxRefusals = 5

/** Output of a run. */
export interface ListenOutput {
  readonly line: (text: string) => void
  readonly notice: (text: string) => void
}

/**
 * Follows the events of a service and sends each to an endpoint as its webhooks are sent: one after the other, in the
 * order in which they were recorded. Returns when `stopping` is aborted.
 *
 * @param waits milliseconds to wait before further attempts
 * @throws CommandError if the service refuses
 */
export async function listen(
  settings: ListenSettings,
  { line, notice }: ListenOutput,
  stopping: AbortSignal,
  waits = backoffMs,
): Promise<void> {
  const sender = webhookSender({
    timeoutSeconds,
    connections: 1,
    resolver: ofThisMachine,
    guard: () => true,
    isOwnReceiver: () => false,
  })
  const cut = () => void sender.close()
  stopping.addEventListener('abort', cut)
  const forwarder = new Forwarder(settings, sender, { line, stopping, waits })
  try {
    let asked: AskedEvents = { wait: false, ...(settings.since !== undefined && { since: settings.since }) }
    let isFirst = true
    for (let failures = 0; !stopping.aborted;) {
      try {
        const page = await askForEvents(settings, asked, stopping)
        if (isFirst) introduce(settings, await nameSource(settings, stopping), line)
        else if (failures > 0) notice(`${settings.apiUrl} answers again.`)
        isFirst = false
        failures = 0
        for (const event of page.data) await forwarder.forward(event)
        asked = { after: page.next_cursor, wait: true }
      } catch (error) {
        if (!(error instanceof ServiceAway)) throw error
        const ms = Math.max((error.retryAfter ?? 0) * 1000, waitAfter(failures, waits))
        if (!stopping.aborted) notice(`${error.message} Trying again in ${Math.ceil(ms / 1000)} s.`)
        failures += 1
        await pause(ms, stopping)
      }
    }
  } finally {
    stopping.removeEventListener('abort', cut)
    await sender.close()
  }
}

function introduce(
  { apiUrl, forward, secret, types, since, json }: ListenSettings,
  source: string,
  line: (text: string) => void,
): void {
  if (json) {
    const begun = { api_url: apiUrl, source, forward, secret, events: [...types], since: since ?? null }
    return line(JSON.stringify({ kind: 'listening', ...begun }))
  }
  line(`Listening to ${source} at ${apiUrl}`)
  line(`Events go to ${forward}${types.has('*') ? '' : `: ${[...types].join(', ')}`}`)
  line(`Signing secret: ${secret}`)
  line(
    since === undefined
      ? 'Waiting for events. Press Ctrl+C to stop.'
      : `Beginning with ${since}. Press Ctrl+C to stop.`,
  )
}

/** Sends events to the endpoint, and prints a line for each attempt. */
class Forwarder {
  readonly #settings: ListenSettings
  readonly #sender: WebhookSender
  readonly #line: (text: string) => void
  readonly #stopping: AbortSignal
  readonly #waits: readonly number[]

  constructor(
    settings: ListenSettings,
    sender: WebhookSender,
    {
      line,
      stopping,
      waits,
    }: {
      readonly line: (text: string) => void
      readonly stopping: AbortSignal
      readonly waits: readonly number[]
    },
  ) {
    this.#settings = settings
    this.#sender = sender
    this.#line = line
    this.#stopping = stopping
    this.#waits = waits
  }

  /**
   * Sends one event until the endpoint has taken it, or has refused it so often that others should not wait for it.
   */
  async forward(event: Event): Promise<void> {
    const { types, forward: url, secret } = this.#settings
    // As with webhooks, a test's event goes to its endpoint alone.
    if (event.type === 'webhook.test' || !(types.has('*') || types.has(event.type))) return
    const webhook = {
      url,
      deliveryId: newUuid(),
      eventId: event.id,
      body: Buffer.from(canonicalJson(event)),
      secrets: [secret],
    }
    for (let attempt = 0, refusals = 0; !this.#stopping.aborted; attempt += 1) {
      const result = await this.#sender.send(webhook)
      if (this.#stopping.aborted) return
      if (result.status !== null) refusals += 1
      const isOver = result.error === null || refusals >= maxRefusals
      const ms = waitAfter(attempt, this.#waits)
      const again = isOver ? null : Math.ceil(ms / 1000)
      this.#line(this.#settings.json ? attemptJson(event, result, again) : attemptLine(event, result, again))
      if (isOver) return
      await pause(ms, this.#stopping)
    }
  }
}

/**
 * Returns an attempt as one line: time, type, id, status and milliseconds, the failure, and the seconds until the
 * next attempt.
 */
function attemptLine(
  { id, type }: Event,
  { at, status, durationMs, error }: SendResult,
  again: number | null,
): string {
  const failure = error === null ? '' : `  ${error.message}`
  const next = again === null ? '' : ` Trying again in ${again} s.`
  return `${at.toISOString()}  ${type}  ${id}  ${status ?? '-'}  ${durationMs} ms${failure}${next}`
}

/** Returns an attempt as a line of JSON. */
function attemptJson(
  { id, type }: Event,
  { at, status, durationMs, error }: SendResult,
  again: number | null,
): string {
  const attempt = { at, event_id: id, type, status, duration_ms: durationMs, error, retry_seconds: again }
  return JSON.stringify({ kind: 'attempt', ...attempt })
}

function waitAfter(failures: number, waits: readonly number[]): number {
  return waits[Math.min(failures, waits.length - 1)] ?? 0
}

async function pause(ms: number, stopping: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
}

/** Resolves names as this machine does, because they may be another container's. */
const ofThisMachine = {
  addresses: async (host: string) => {
    const found = await lookup(host, { all: true })
    return { records: found.map(({ address }) => address), exists: true }
  },
}
