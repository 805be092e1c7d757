import type { BoundedConnection } from '../../mail/smtp-listener/bounded.js'
import { earliest } from '../../mail/smtp-listener/earliest.js'

/** Largest shares of a port's places for one workspace and one key. */
export const shares = { ofWorkspace: 1 / 4, ofKey: 1 / 8 } as const

/** Workspace and key of a connection. */
export interface Owner {
  readonly workspaceId: string
  readonly keyId: string
}

/** Counts the connections that have signed in, so that one key, or one workspace, does not take the places of all. */
export class Places {
  readonly #owners = new Map<string, Owner>()
  readonly #all: number

  /**
   * @param all number of places of the port
   */
  constructor(all: number) {
    this.#all = all
  }

  /**
   * Gives a connection its place.
   *
   * @returns the owner whose share is used up, with the number of its places; undefined if the connection got a place
   */
  take(sessionId: string, { workspaceId, keyId }: Owner): readonly [whose: string, most: number] | undefined {
    const owners = [...this.#owners.values()]
    const ofKey = mostOf(this.#all, shares.ofKey)
    if (owners.filter((owner) => owner.keyId === keyId).length >= ofKey) return ['key', ofKey]
    const ofWorkspace = mostOf(this.#all, shares.ofWorkspace)
    if (owners.filter((owner) => owner.workspaceId === workspaceId).length >= ofWorkspace)
      return ['workspace', ofWorkspace]
    this.#owners.set(sessionId, { workspaceId, keyId })
    return undefined
  }

  /** Returns the sessions of a workspace, the first one first. */
  sessionsOf(workspaceId: string): readonly string[] {
    return [...this.#owners].flatMap(([id, owner]) => (owner.workspaceId === workspaceId ? [id] : []))
  }

  free(sessionId: string): void {
    this.#owners.delete(sessionId)
  }
}

function mostOf(all: number, share: number): number {
  return Math.max(1, Math.floor(all * share))
}

/** The properties of a connection that decide whether it gives its place to another one. */
export interface Placed extends Pick<BoundedConnection, 'lastInputAt' | 'inTransaction' | 'isAwaitingReply'> {
  readonly isSignedIn: boolean
  /** Time of its last progress with a message, by `performance.now()`. */
  readonly activeAt: number
  /** True if its message is being received: DATA was sent. */
  readonly isSendingMessage: boolean
}

/** Milliseconds that a client which has not signed in may be silent when all places are taken. */
const strangerMs = 1_000

/** Milliseconds that a client may be silent between MAIL and DATA when all places are taken. */
const stalledMs = 10_000

/**
 * Returns the connection that gives its place to a new one: a stranger that says nothing, then the one that has been
 * idle for longest, then one that has stopped before its message. No connection is ended in the middle of a message.
 */
export function firstToGo<Connection extends Placed>(
  connections: Iterable<Connection>,
  now: number,
): Connection | undefined {
  const waiting = [...connections].filter((each) => !each.isAwaitingReply && !each.isSendingMessage)
  const idle = waiting.filter(({ inTransaction }) => !inTransaction)
  return (
    earliest(
      idle.filter(({ isSignedIn, lastInputAt }) => !isSignedIn && now - lastInputAt >= strangerMs),
      ({ lastInputAt }) => lastInputAt,
    ) ??
    earliest(
      idle.filter(({ isSignedIn }) => isSignedIn),
      ({ activeAt }) => activeAt,
    ) ??
    earliest(
      waiting.filter(({ lastInputAt, inTransaction }) => inTransaction && now - lastInputAt >= stalledMs),
      ({ lastInputAt }) => lastInputAt,
    )
  )
}
