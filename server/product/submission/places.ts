import type { BoundedConnection } from '../../mail/smtp-listener/bounded.js'
import { earliest } from '../../mail/smtp-listener/earliest.js'

/** Parts of the places of a port that are the most for one. */
export const shares = { ofWorkspace: 1 / 4, ofKey: 1 / 8 } as const

/** Whose connection it is. */
export interface Owner {
  readonly workspaceId: string
  readonly keyId: string
}

/** Counts the connections that have signed in, so that one key, or one workspace, does not take the places of all. */
export class Places {
  readonly #owners = new Map<string, Owner>()
  readonly #all: number

  /** @param all the places of the port */
  constructor(all: number) {
    this.#all = all
  }

  /**
   * Gives a connection its place.
   *
   * @returns whose share is used up, with its places; undefined where there was a place
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

  /** The sessions of a workspace, the first one first. */
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
  /** When it last did something for a message. By `performance.now()`. */
  readonly activeAt: number
  /** Whether its message is on the way to us: DATA was sent. */
  readonly isSendingMessage: boolean
}

/** How long a client that has not signed in may be silent where all places are taken, in milliseconds. */
const strangerMs = 1_000

/** How long a client may be silent between MAIL and DATA where all places are taken, in milliseconds. */
const stalledMs = 10_000

/**
 * The connection that gives its place to a new one: a stranger that says nothing, then the one that has been idle for
 * longest, then one that has stopped before its message. None goes in the middle of a message.
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
