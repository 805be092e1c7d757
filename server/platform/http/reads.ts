import type { Request, Response } from 'express'
import { subscriberNetwork } from '../../mail/network/address-ranges.js'
import type { Operation } from './contract.js'
import { FairSemaphore } from './fair-semaphore.js'
import { contextOf } from './request-context.js'

/** The part of a process's connections to the database that reads of one workspace keep busy at most. */
export const readsOfWorkspace = 3 / 4

/** How long a read waits for its turn, in milliseconds. */
const maxWaitMs = 10_000

/** Runs the handler of a request that reads, once it is its turn. */
export type TakeReadTurn = <T>(
  operation: Operation,
  req: Request,
  res: Response,
  read: () => Promise<T>,
) => Promise<T>

/**
 * Gives the workspaces turns to read: each read keeps a connection to the database busy, some for seconds, and those of
 * one workspace would keep all others waiting.
 *
 * @param connections that the process has to the database
 */
export function readTurns(connections: number): TakeReadTurn {
  const turns = new FairSemaphore({
    ofOwner: Math.max(1, Math.floor(connections * readsOfWorkspace)),
    inAll: connections,
    maxWaitMs,
    tooMuch: 'Too many requests read at once.',
  })
  return (operation, req, res, read) => {
    // It has no connection while it waits for events, and limits of its own.
    if (operation.id === 'followEvents') return read()
    const { principal } = contextOf(res)
    return turns.run(principal?.workspaceId ?? `stranger ${subscriberNetwork(req.ip ?? '')}`, read)
  }
}
