import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Child } from '../child.js'
import type { ServerProcess } from '../accept/server-process.js'
import { recipientOf } from './exchanges.js'
import type { Ask, Taken } from './receivers.js'
import { senderDomain } from './service.js'

export interface Run {
  readonly service: ServerProcess
  readonly receivers: Child<Ask, Taken>
  readonly mails: number
  readonly bodyOf: (order: number) => string
  /** In a request. */
  readonly itemsEach: number
  readonly progress: (line: string) => void
}

const requests = 4
/** Mails that are accepted and not received yet, at most, but for the requests under way. */
const maxQueued = 2000
/** Bytes of the disk that have to stay free. */
const keptFree = 4e9
/** A run in which nothing comes for so long has failed, in milliseconds. */
const patienceMs = 120_000

/** Free bytes of the disk that the benchmark's PostgreSQL is on. */
export function freeDisk(): number {
  const { bavail, bsize } = statfsSync(tmpdir())
  return bavail * bsize - keptFree
}

/**
 * Sends mails in batches while they go out, so many at a time that the queue stays short, and waits until what became of
 * each is recorded.
 *
 * @returns milliseconds from the first request to the last outcome, and what the receivers have counted
 * @throws Error where a mail is not accepted, its outcome or its event is missing, the disk is nearly full, or nothing
 *   moves any more
 */
export async function runThrough(run: Run): Promise<{ readonly ms: number; readonly taken: Taken }> {
  const { service, receivers, mails, itemsEach, progress } = run
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  try {
    const before = await recorded(client)
    let taken = await receivers.ask({ expect: mails })
    const begun = performance.now()
    let next = 0
    let failure: Error | undefined
    const feeders = Array.from({ length: requests }, async () => {
      while (next < mails && failure === undefined) {
        if (next - taken.mails >= maxQueued) {
          await sleep(10)
          continue
        }
        const from = next
        next = Math.min(mails, from + itemsEach)
        await sendBatch(run, from, next)
      }
    })
    const fed = Promise.all(feeders).catch((error: Error) => (failure = error))
    let moved = { at: performance.now(), mails: -1 }
    let told = begun
    while (taken.missing > 0) {
      await sleep(20)
      if (failure !== undefined) throw failure
      taken = await receivers.ask({})
      const now = performance.now()
      if (taken.mails > moved.mails) moved = { at: now, mails: taken.mails }
      if (now - moved.at > patienceMs) failure = new Error(await stuck(client, taken))
      if (freeDisk() < 0) failure = new Error(`the disk is nearly full after ${taken.mails} mails`)
      if (now - told < 10_000) continue
      told = now
      const rate = Math.round((taken.mails * 1000) / (now - begun))
      progress(`${taken.mails} of ${mails} mails, ${rate} a second, ${gigabytes(freeDisk())} GB of disk left`)
    }
    await fed
    while (Number((await one(client, 'select count(*) from delivery_queue')).count) > 0) await sleep(20)
    const ms = performance.now() - begun
    const after = await recorded(client)
    for (const what of ['delivered', 'events'] as const) {
      const made = after[what] - before[what]
      if (made !== mails) throw new Error(`${made} of ${mails} mails: ${what}`)
    }
    return { ms, taken: await receivers.ask({}) }
  } finally {
    await client.end()
  }
}

export function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

async function sendBatch({ service, bodyOf, progress }: Run, from: number, to: number): Promise<void> {
  const { url, credentials } = service
  const run = Math.random().toString(36).slice(2)
  const items = Array.from({ length: to - from }, (_, index) => {
    const order = from + index
    return {
      idempotency_key: `${run}-${order}`,
      message: {
        project_id: credentials.project_id,
        from_email: `news@${senderDomain}`,
        to: [{ email: recipientOf(order) }],
        subject: `News for reader ${order}`,
        text: bodyOf(order),
        category: 'news',
      },
    }
  })
  const body = JSON.stringify({ items })
  const end = performance.now() + patienceMs
  for (;;) {
    const reply = await fetch(`${url}/v1/messages/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.project_key}`, 'content-type': 'application/json' },
      body,
    })
    const text = await reply.text()
    if (reply.status === 503 && performance.now() < end) {
      // As clients do. The keys make it safe.
      progress(`asked to come back: ${text.slice(0, 200)}`)
      await sleep(1000 * Number(reply.headers.get('retry-after') ?? 1))
      continue
    }
    const { accepted } = reply.ok ? (JSON.parse(text) as { accepted: number }) : { accepted: 0 }
    if (accepted === to - from) return
    throw new Error(`not all accepted: ${reply.status} ${text.slice(0, 1000)}`)
  }
}

async function recorded(client: pg.Client): Promise<{ delivered: number; events: number }> {
  const delivered = await one(client, `select count(*) from message_logs where status = 'delivered'`)
  const events = await one(client, `select count(*) from events where type = 'message.delivered'`)
  return { delivered: Number(delivered.count), events: Number(events.count) }
}

async function one(client: pg.Client, sql: string): Promise<{ count: string }> {
  const { rows } = await client.query<{ count: string }>(sql)
  return rows[0] ?? { count: '0' }
}

async function stuck(client: pg.Client, { mails, missing }: Taken): Promise<string> {
  const { rows } = await client.query('select status, waiting_for, count(*) from message_logs group by 1, 2')
  return `nothing moves after ${mails} mails; ${missing} are missing: ${JSON.stringify(rows)}`
}
