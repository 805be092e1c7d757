import { tooBusy } from '../errors/api-error.js'
import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import { subscriberNetwork } from '../../../mail/network/address-ranges.js'
import { FairSemaphore } from '../../../../base/concurrency/fair-semaphore.js'
import { contextOf } from './request-context.js'

/** The max part of a process's connections to the database that requests of one workspace keep busy. */
export const turnsOfWorkspace = 3 / 4

/** The max wait of a request for its turn, in milliseconds. */
const maxWaitMs = 10_000

/** Does work that asks the database, once it is its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/** The turns at each database, by the client with its pool. */
const turns = new WeakMap<object, FairSemaphore>()

/**
 * Gives the workspaces turns at the database: each read or transaction keeps a connection busy, some for as long as
 * they wait for a lock, and those of one workspace would keep all others waiting. Work with a turn must not ask for
 * another one, and waits for nothing but the database.
 *
 * @param owner the id of the workspace, or the result of {@link turnOwner}
 * @throws ApiError 503 `unavailable` after 10 seconds without a turn
 */
export function inDatabaseTurn<T>(db: Knex, owner: string, work: () => Promise<T>): Promise<T> {
  const client = db.client as { readonly pool?: { readonly max: number } } | undefined
  // The databases of some tests have no connections.
  if (client?.pool === undefined) return work()
  let own = turns.get(client)
  if (own === undefined) turns.set(client, (own = turnsAt(client.pool.max)))
  return own.run(owner, work)
}

function turnsAt(connections: number): FairSemaphore {
  return new FairSemaphore({
    ofOwner: Math.max(1, Math.floor(connections * turnsOfWorkspace)),
    inAll: connections,
    maxWaitMs,
    tooLate: () => tooBusy('Too many requests use the database at once.'),
  })
}

/** Names the owner of a request's turn: its workspace or, if it has no credential, the network of its client. */
export function turnOwner(req: Request, res: Response): string {
  return contextOf(res).principal?.workspaceId ?? `stranger ${subscriberNetwork(req.ip ?? '')}`
}
