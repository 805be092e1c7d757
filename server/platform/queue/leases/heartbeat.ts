import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { LeaseConfig } from '../../config/defaults.js'
import { newUuid } from '../../db/ids.js'
import { heartbeatLimits } from '../../db/connection/time-limits.js'
import { withTimeout } from '../../../../base/time/with-timeout.js'
import { InterruptiblePause } from '../../../../base/concurrency/interruptible-pause.js'
import type { LeaseOwner } from './owner.js'
import { Peers } from './peers.js'
import { releaseLeases, type LeasedTable } from './release.js'
import { beat, expire, forget, leave, register, type OwnerRow } from './owner-rows.js'
import { Terms } from './terms.js'

export interface HeartbeatOptions {
  /** The pool that releases the leases of dead processes. */
  readonly db: Knex
  /** A connection that nothing else uses, so that a full pool delays no beat. */
  readonly connection: Knex
  /** The tables whose rows processes lease. */
  readonly tables: readonly LeasedTable[]
  readonly config: LeaseConfig
  /** The longest and the shortest duration of this process's leases. */
  readonly maxLeaseSeconds: number
  readonly minLeaseSeconds: number
  readonly neighbours: Neighbours
  readonly log: Logger
}

/** Exchanges with other processes, by beats, the queues that each wants to be woken for. */
export interface Neighbours {
  /** Returns the queues that this process wants to be woken for now. */
  waiting(): readonly string[]
  /** Called after each beat with the queues that each other living process wants to be woken for. */
  peersAre(wanted: readonly (readonly string[])[]): void
}

/** A running heartbeat. */
export interface Heartbeat extends LeaseOwner {
  /**
   * Ends the heartbeat, releases the leases that the process still has, and deletes its row. To be called after the
   * last outcome is recorded.
   */
  close(): Promise<void>
}

/**
 * Starts the heartbeat of a process: it beats, finds the processes that do not, and releases their leases.
 *
 *   beating --not in time--> paused: nothing new is sent --a beat--> beating
 *   either --another process takes this one for dead--> registered again, with nothing claimed
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { db, connection, tables, config, maxLeaseSeconds, minLeaseSeconds, neighbours, log } = options
  const { heartbeatSeconds, pauseSeconds, endedSeconds, expireSeconds } = config
  const id = newUuid()
  // A quarter, so that a send that has waited is made before its lease ends, extended at half or not.
  const terms = new Terms({ pauseMs: pauseSeconds * 1000, maxWaitMs: minLeaseSeconds * 250 })
  const peers = new Peers({ expireMs: expireSeconds * 1000, endedMs: endedSeconds * 1000 })
  const releasing = new Map<string, Promise<void>>()
  /** The time at which the last beat that was written began. */
  let beatAt: number | undefined
  let processes = 1
  let failing = false
  let stopping = false
  const rest = new InterruptiblePause()

  async function release({ id: dead, lease_seconds }: OwnerRow): Promise<void> {
    try {
      const released = await releaseLeases(db, tables, {
        owner: dead,
        leaseSeconds: lease_seconds,
        isStopping: () => stopping,
      })
      if (stopping) return
      const forgotten = (await forget(db, dead)).length > 0
      // Several processes may have done it together.
      if (forgotten || released > 0)
        log.warn({ owner: dead, released }, 'released the leases of a process that died')
    } catch (error) {
      // Its row stays, and the next beat finds it.
      log.warn({ err: error, owner: dead }, 'could not release the leases of a dead process')
    }
  }

  /**
   * Beats over the heartbeat's connection, or over the pool: if that connection fails and cannot be made again at
   * once, the pool still has some that live.
   */
  async function beatAnyhow(sinceMs: number | null): ReturnType<typeof beat> {
    const options = () => ({ wakes: neighbours.waiting(), sinceMs, maxStepMs: peers.maxStepMs })
    try {
      return await beat(connection, id, options())
    } catch (error) {
      const late = () => new Error('The pool has had no connection for a beat.', { cause: error })
      return withTimeout(beat(db, id, options()), heartbeatLimits.replyMs, late)
    }
  }

  async function once(): Promise<void> {
    const beganAt = performance.now()
    const { beaten, others } = await beatAnyhow(beatAt === undefined ? null : beganAt - beatAt)
    beatAt = beganAt
    if (!beaten) {
      log.warn('other processes considered this one dead and took over what it had not begun to send')
      terms.lost()
      await register(connection, id, maxLeaseSeconds)
    }
    terms.beaten(beganAt)
    const dead = peers.read(others, performance.now())
    const living = others.filter((row) => !row.expired && !dead.includes(row))
    processes = living.length + 1
    neighbours.peersAre(living.map(({ wakes }) => wakes))
    for (const row of others) {
      if (releasing.has(row.id) || !(row.expired || dead.includes(row))) continue
      if (!row.expired && (await expire(connection, row.id, row.beats)).length === 0) continue
      // Leases that another process has begun to release are released here, too, in case that process dies as well.
      releasing.set(
        row.id,
        release(row).finally(() => releasing.delete(row.id)),
      )
    }
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const beganAt = performance.now()
      try {
        await once()
        if (failing) log.info('the heartbeat is back')
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error }, 'the heartbeat failed')
        failing = true
      }
      const next = Math.min(beganAt + heartbeatSeconds * 1000, failing ? Infinity : peers.nextAt)
      if (!stopping) await rest.pause(Math.max(minRestMs, next - performance.now()))
    }
  }

  const beganAt = performance.now()
  await register(connection, id, maxLeaseSeconds)
  terms.beaten(beganAt)
  const waits = setInterval(() => terms.endWaits(), 1000)
  const running = run()

  return {
    id,
    get isInTime() {
      return terms.isInTime
    },
    get processes() {
      return processes
    },
    term: () => terms.current,
    close: async () => {
      stopping = true
      rest.interrupt()
      clearInterval(waits)
      terms.close()
      await running
      await Promise.all(releasing.values())
      try {
        await leave(connection, id)
        const released = await releaseLeases(db, tables, {
          owner: id,
          leaseSeconds: maxLeaseSeconds,
          isStopping: () => false,
        })
        if (released > 0) log.info({ released }, 'released the leases of what this process could not finish')
        await forget(connection, id)
      } catch (error) {
        log.warn({ err: error }, 'this process could not release its leases; the others will release them')
      }
    },
  }
}

/** The min pause between two beats, whatever fails. */
const minRestMs = 20
