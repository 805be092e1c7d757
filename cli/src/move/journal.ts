import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { draftOf, removeLeftovers } from '../../../base/files/drafts.js'
import { codeOf } from '../arguments/sources.js'
import { CommandFailure, UsageError } from '../mistakes.js'
import { isRecord } from '../output/cell.js'
import { kinds, type Kind } from './items.js'
import type { Remark } from './source.js'

/** The most remarks that are kept for each kind. Further ones are counted. */
const maxRemarks = 10_000

/** A thing that is brought one at a time and may have been sent, although its reply is not recorded. */
export interface Pending {
  readonly sourceId: string
  readonly at: string
}

/** The state of a kind. */
export interface Progress {
  /** The beginning of the next batch. Undefined before the first. */
  cursor?: string
  isDone: boolean
  brought: number
  /** The number of things that Postseal had already. */
  present: number
  leftOut: number
  remarks: Remark[]
  /** The ids here, by those at the other service, of things that are brought one at a time. */
  ids: Record<string, string>
  pending?: Pending
}

/** The two ends of a move. */
export interface Ends {
  readonly service: string
  readonly from: string
  readonly to: string
  readonly projectId: string | null
}

interface Stored extends Ends {
  readonly version: 1
  readonly id: string
  /** The number of the reading: 1 for the first, and one more for each --again. */
  round: number
  kinds: Partial<Record<Kind, Progress>>
}

/** The record of a move in a file, so that an interrupted move goes on. It contains no secrets. */
export class Journal {
  readonly file: string
  readonly #stored: Stored

  private constructor(file: string, stored: Stored) {
    this.file = file
    this.#stored = stored
  }

  /**
   * Opens the journal of a move. The file appears with the first {@link Journal.save}.
   *
   * @throws UsageError if the file is the journal of another move, or no journal
   */
  static open(file: string, ends: Ends): Journal {
    let text: string
    try {
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT')
        return new Journal(file, { version: 1, id: randomUUID(), ...ends, round: 1, kinds: {} })
      throw new CommandFailure(`${file} cannot be read (${codeOf(error)}).`)
    }
    const stored = storedIn(text)
    if (stored === undefined) throw new UsageError(`${file} is no journal of a move: name another file.`)
    for (const name of ['service', 'from', 'to', 'projectId'] as const)
      if (stored[name] !== ends[name] && !(name === 'projectId' && hasNone(stored, ends)))
        throw new UsageError(
          `${file} is the journal of a move with another ${name} (${stored[name]}): ` +
            'name another file with --journal.',
        )
    return new Journal(file, { ...stored, projectId: ends.projectId ?? stored.projectId })
  }

  /** The random id of the move, from which idempotency keys are derived. */
  get id(): string {
    return this.#stored.id
  }

  /** True if the other service is read again for what is new. */
  get isAgain(): boolean {
    return this.#stored.round > 1
  }

  get round(): number {
    return this.#stored.round
  }

  /** Returns how far a kind is. Changes to it are kept by the next {@link Journal.save}. */
  of(kind: Kind): Progress {
    const { kinds: all } = this.#stored
    return (all[kind] ??= { isDone: false, brought: 0, present: 0, leftOut: 0, remarks: [], ids: {} })
  }

  /** Begins to read everything again. What was brought one at a time stays known. */
  restart(): void {
    const { kinds: all } = this.#stored
    this.#stored.round += 1
    this.#stored.kinds = Object.fromEntries(
      kinds.flatMap((kind) => {
        const known = all[kind]
        if (known === undefined) return []
        const fresh = { isDone: false, brought: 0, present: 0, leftOut: 0, remarks: [], ids: known.ids }
        return [[kind, fresh]]
      }),
    )
  }

  /** Writes the file, which only its owner can read. A killed process leaves the old file or the new one. */
  async save(): Promise<void> {
    const draft = draftOf(this.file, 'part')
    removeLeftovers(path.dirname(this.file), 'part', (name) => name === path.basename(this.file))
    try {
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(this.#stored, null, 1)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, this.file)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw new CommandFailure(`${this.file} cannot be written (${codeOf(error)}).`)
    }
  }
}

/** Records what is not brought. */
export function leaveOut(progress: Progress, remarks: readonly Remark[]): void {
  progress.leftOut += remarks.length
  note(progress, remarks)
}

/** Records what is brought only in part. */
export function note(progress: Progress, remarks: readonly Remark[]): void {
  progress.remarks.push(...remarks.slice(0, Math.max(0, maxRemarks - progress.remarks.length)))
}

/** Returns whether one of two moves had nothing for a project. */
function hasNone(one: Ends, other: Ends): boolean {
  return one.projectId === null || other.projectId === null
}

function storedIn(text: string): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isJournal =
      isRecord(value) && value['version'] === 1 && typeof value['id'] === 'string' && isRecord(value['kinds'])
    return isJournal ? (value as unknown as Stored) : undefined
  } catch {
    return undefined
  }
}
