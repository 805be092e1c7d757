import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { connectMs, heartbeatLimits } from '../../db/connection/time-limits.js'
import { InterruptiblePause } from '../../../../base/concurrency/interruptible-pause.js'
import type { Neighbours } from '../leases/heartbeat.js'
import { wakeable, type Queue, type Wakes, type WakesAcross } from './wakes.js'

/** The min and max wait before a broken connection is made again, in milliseconds; each is twice the one before. */
const minBackoffMs = 500
const maxBackoffMs = 30_000

/**
 * The min time from one notification to the next, in milliseconds. PostgreSQL commits transactions that notify one
 * after the other, so they are few, and no transaction of the service's own is one.
 */
const apartMs = 10

const channelOf = (queue: Queue) => `postseal_${queue}`
const listenTo = (queue: Queue) => `listen ${channelOf(queue)}`
const queues = new Map<string, Queue>(wakeable.map((queue) => [channelOf(queue), queue]))

/**
 * Wakes the workers of other processes on this PostgreSQL, and is woken by them (NOTIFY and LISTEN), over a connection
 * of its own. A notification is no promise: what is lost is found by the next poll.
 *
 *   alone --another process lives--> connecting --LISTEN--> connected --it breaks--> waiting --backoff--> connecting
 *   connecting --a pooler is between--> off: a pooled connection is another one with each transaction
 */
export class ProcessWakes implements WakesAcross, Neighbours {
  readonly #url: string | undefined
  readonly #wakes: Wakes
  readonly #log: Logger
  readonly #rest = new InterruptiblePause()
  /** The queues that the other living processes want to be woken for. */
  #wanted: ReadonlySet<string> = new Set()
  readonly #due = new Set<Queue>()
  #sending = false
  /** The connection, from its beginning on. */
  #opened: pg.Client | undefined
  /** The connection, once it can be used. */
  #client: pg.Client | undefined
  /** Settles with the last answer over a connection. */
  #asked: Promise<unknown> = Promise.resolve()
  #running: Promise<void> | undefined
  #closed = false

  /**
   * @param url the address of the database, as in DATABASE_URL; undefined for the embedded one, which has one process
   */
  constructor(url: string | undefined, wakes: Wakes, log: Logger) {
    this.#url = url
    this.#wakes = wakes
    this.#log = log
    wakes.connect(this)
  }

  waiting(): readonly Queue[] {
    return this.#wakes.waiting
  }

  /**
   * Takes the queues that the other living processes want to be woken for.
   *
   * @param wanted the queues of each of them
   */
  peersAre(wanted: readonly (readonly string[])[]): void {
    this.#wanted = new Set(wanted.flat())
    if (wanted.length > 0 && this.#url !== undefined && !this.#closed) this.#running ??= this.#run()
  }

  /** Notifies at once, or within {@link apartMs} of the last time. */
  announce(queue: Queue): void {
    if (this.#client === undefined || !this.#wanted.has(queue)) return
    this.#due.add(queue)
    if (!this.#sending) void this.#send(this.#client)
  }

  listen(queue: Queue): void {
    // If it fails the connection breaks, and the next one listens to all.
    if (this.#client !== undefined) this.#ask(this.#client, listenTo(queue)).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#rest.interrupt()
    if (this.#opened !== undefined) cut(this.#opened)
    await this.#running
  }

  async #run(): Promise<void> {
    let backoffMs = minBackoffMs
    let failing = false
    while (!this.#closed) {
      const began = performance.now()
      try {
        const connection = await this.#connect()
        if (connection === undefined) return
        if (failing) this.#log.info('processes notify each other again')
        failing = false
        await connection.ended
      } catch (error) {
        if (!failing && !this.#closed)
          this.#log.info({ err: error }, 'processes cannot notify each other now: they poll')
        failing = true
      }
      if (performance.now() - began > maxBackoffMs) backoffMs = minBackoffMs
      if (!this.#closed) await this.#rest.pause(backoffMs)
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2)
    }
  }

  /**
   * Opens the connection and begins to listen.
   *
   * @returns a promise that rejects when the connection ends; undefined if the connection goes through a pooler
   */
  async #connect(): Promise<{ readonly ended: Promise<never> } | undefined> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'postseal wakes',
      connectionTimeoutMillis: connectMs,
      query_timeout: heartbeatLimits.replyMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.#opened = client
    const ended = new Promise<never>((_resolve, reject) => {
      const end = (error?: Error) => {
        if (this.#client === client) this.#client = undefined
        reject(error ?? new Error('The connection for notifications has ended.'))
      }
      client.on('error', end).on('end', () => end())
    })
    // The connection can end before `ended` is awaited.
    ended.catch(() => undefined)
    try {
      await client.connect()
      const { processID: own } = client as unknown as { processID: number }
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (rows[0]?.pid !== own) {
        this.#log.info(
          'a connection pooler is before the database: processes do not wake each other, but poll',
        )
        cut(client)
        return undefined
      }
      client.on('notification', ({ channel, processId }) => {
        const queue = queues.get(channel)
        if (queue !== undefined && processId !== own) this.#wakes.wakeHere(queue)
      })
      // A notification need not outlast a crash.
      await client.query('set synchronous_commit = off')
      this.#client = client
      for (const queue of this.#wakes.attached) await this.#ask(client, listenTo(queue))
    } catch (error) {
      cut(client)
      throw error
    }
    // Wakes may have been announced before this process listened.
    for (const queue of this.#wakes.attached) this.#wakes.wakeHere(queue)
    return { ended }
  }

  /** Sends one query after the other: the library will have no queue of its own for them. */
  #ask(client: pg.Client, query: string | pg.QueryConfig): Promise<unknown> {
    const answer = this.#asked.then(() => client.query(query))
    this.#asked = answer.catch(() => undefined)
    return answer
  }

  async #send(client: pg.Client): Promise<void> {
    this.#sending = true
    try {
      while (this.#due.size > 0 && this.#client === client) {
        const channels = [...this.#due].map(channelOf)
        this.#due.clear()
        const pause = sleep(apartMs)
        await this.#ask(client, {
          name: 'announce',
          text: `select pg_notify(channel, '') from unnest($1::text[]) as channel`,
          values: [channels],
        })
        await pause
      }
    } catch {
      // Nothing more is expected of a connection that does not answer.
      cut(client)
    } finally {
      this.#sending = false
      this.#due.clear()
    }
  }
}

/** Ends a connection without a goodbye, which a server that is gone would not answer. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy()
}
