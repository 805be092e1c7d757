import type { Knex } from 'knex'
import { nilUuid, type Uuid, type WorkspaceId } from '../db/ids.js'
import { serviceStatement } from '../db/statements/statement.js'
import { isMachineAway } from '../db/connection/unavailable.js'

/** Selects the next workspaces behind one that have a project. Each machine knows all projects. */
const selectNext = serviceStatement<[after: Uuid, max: number], { id: WorkspaceId }>(
  'select_workspaces_with_projects',
  'select distinct workspace_id as id from projects where workspace_id > $1 order by workspace_id limit $2',
)

/** The number of workspaces that are asked in a round, and of those that are asked at once. */
const defaultLimits = { workspaces: 200, concurrency: 4 }

/**
 * Asks workspaces for their due rows: all of them at once, unless one of the machines of the database is away. Then a
 * part of them is asked one by one, round robin, and workspaces on other machines answer.
 */
export class OneByOne {
  readonly #limits: typeof defaultLimits
  #last: Uuid = nilUuid

  constructor(limits = defaultLimits) {
    this.#limits = limits
  }

  /**
   * Asks for due rows.
   *
   * @param all asks about all workspaces at once
   * @param one asks about one of them
   */
  async ask<Row>(
    db: Knex,
    all: () => Promise<Row[]>,
    one: (workspaceId: WorkspaceId) => Promise<Row[]>,
  ): Promise<Row[]> {
    try {
      return await all()
    } catch (error) {
      if (!isMachineAway(error)) throw error
      return this.#askNext(db, one)
    }
  }

  /**
   * Asks the next workspaces one by one.
   *
   * @returns the answers of the workspaces whose machine is there, sorted by workspace
   */
  async #askNext<Row>(db: Knex, ask: (workspaceId: WorkspaceId) => Promise<Row[]>): Promise<Row[]> {
    const { workspaces, concurrency } = this.#limits
    const next = await selectNext(db, this.#last, workspaces)
    this.#last = next.length === workspaces ? (next.at(-1)?.id ?? nilUuid) : nilUuid
    const answers: Row[][] = []
    const left = next.entries()
    const askNext = async () => {
      for (const [place, { id }] of left)
        answers[place] = await ask(id).catch((error: unknown) => {
          if (!isMachineAway(error)) throw error
          return []
        })
    }
    await Promise.all(Array.from({ length: concurrency }, askNext))
    return answers.flat()
  }
}
