import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { system } from '../../../base/files/drafts.js'
import { identity, isAlive } from '../../../base/files/process-identity.js'

/** Longest wait of a process for its turn: 10 minutes, in ticks of `tickMs` milliseconds. */
const usual = { maxTicks: 600, tickMs: 1_000 }
/**
 * Milliseconds between two signs of life of the process that has the turn, and milliseconds of silence after which
 * its turn ends.
 */
const refreshMs = 10_000
const silentMs = 60_000

/** Limits of a process's wait for its turn. */
export interface TurnLimits {
  readonly maxTicks: number
  readonly tickMs: number
}

/**
 * Waits until no other process replays the ledger of a folder. The turn is no lock: two processes at a time do no
 * harm, and only do the work twice. So a process that cannot have a turn goes on without.
 *
 * @param isDone returns whether there is nothing left to do, so that nobody has to wait
 * @returns a function that ends the turn
 */
export async function takeTurn(
  folder: string,
  isDone: () => Promise<boolean>,
  log: Pick<Logger, 'warn'>,
  { maxTicks, tickMs }: TurnLimits = usual,
): Promise<() => Promise<void>> {
  const file = path.join(folder, 'replaying.lock')
  for (let tick = 0; tick < maxTicks; tick += 1) {
    try {
      await writeFile(file, holder(), { flag: 'wx', mode: 0o600 })
      return hold(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        log.warn({ err: error, folder }, 'the ledger cannot be written: it is replayed without a turn')
        return () => Promise.resolve()
      }
    }
    if (await isDone()) return () => Promise.resolve()
    if (await isLeft(file)) await rm(file, { force: true })
    else await setTimeout(tickMs)
  }
  log.warn(
    { folder },
    'another process has been replaying the ledger for a long time: this process replays it as well',
  )
  return () => Promise.resolve()
}

/** Names the process that has the turn: by its system, its process id and its start. */
const holder = () => `${system()} ${identity(process.pid)}`

function hold(file: string): () => Promise<void> {
  const refresh = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => undefined)
  }, refreshMs)
  refresh.unref()
  return async () => {
    clearInterval(refresh)
    // A process that was silent for long may have lost its turn to another one.
    if ((await contentOf(file)) === holder()) await rm(file, { force: true }).catch(() => undefined)
  }
}

/** Returns whether the process that has the turn was killed, or has been silent for too long. */
async function isLeft(file: string): Promise<boolean> {
  const content = await contentOf(file)
  const [where, ...process] = content?.split(' ') ?? []
  if (where === system() && process.length === 2) return !isAlive(process.join(' '))
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > silentMs
}

const contentOf = (file: string) => readFile(file, 'utf8').catch(() => undefined)
