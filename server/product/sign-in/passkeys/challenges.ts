import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { newUuid, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { serviceStatement } from '../../../platform/db/statements/statement.js'
import type { HandleOwner } from './user-handle.js'

/** Milliseconds for which a challenge is valid. */
export const challengeMs = 5 * 60 * 1000

export interface NewChallenge {
  readonly id: Uuid
  /** Challenge in base64url. */
  readonly challenge: string
  readonly expiresAt: Date
}

const insertChallenge = serviceStatement<
  [workspaceId: WorkspaceId, id: Uuid, userId: Uuid | null, hash: Buffer, ms: number],
  { expires_at: Date }
>(
  'insert_passkey_challenge',
  `insert into passkey_challenges (workspace_id, id, user_id, challenge_hash, expires_at)
   values ($1, $2, $3, $4, now() + make_interval(secs => $5 / 1000.0)) returning expires_at`,
)

/**
 * Makes a challenge of 256 random bits, of which the database has only the SHA-256.
 *
 * @param owner user who registers a passkey; undefined if somebody signs in
 */
export async function makeChallenge(db: Knex, owner: HandleOwner | undefined): Promise<NewChallenge> {
  const id = newUuid()
  const challenge = randomBytes(32).toString('base64url')
  const { workspaceId, userId } = owner ?? { workspaceId: nilUuid, userId: null }
  const [row] = await insertChallenge(db, workspaceId, id, userId, hashOf(challenge), challengeMs)
  if (row === undefined) throw new Error('a challenge is not there though it was just stored')
  return { id, challenge, expiresAt: row.expires_at }
}

const deleteChallenge = serviceStatement<
  [workspaceId: WorkspaceId, id: Uuid, userId: Uuid | null],
  { challenge_hash: Buffer }
>(
  'use_passkey_challenge',
  `delete from passkey_challenges
   where workspace_id = $1 and id = $2 and user_id is not distinct from $3 and expires_at > now()
   returning challenge_hash`,
)

/** Returns whether a text is the challenge that was made. */
export type IsChallenge = (challenge: string) => boolean

/**
 * Uses a challenge up. Of two requests at once, in whatever processes, one gets it.
 *
 * @param owner user who registers a passkey; undefined if somebody signs in. A challenge to register cannot
 *   be used to sign in, nor the other way round
 * @returns undefined if there is no such challenge, or it was used, or has expired
 */
export async function useChallenge(
  db: Knex,
  id: Uuid,
  owner: HandleOwner | undefined,
): Promise<IsChallenge | undefined> {
  const { workspaceId, userId } = owner ?? { workspaceId: nilUuid, userId: null }
  const [row] = await deleteChallenge(db, workspaceId, id, userId)
  return row && ((challenge) => hashOf(challenge).equals(row.challenge_hash))
}

/** Deletes challenges that have expired. */
export const deleteOldChallenges = serviceStatement<[max: number]>(
  'delete_old_passkey_challenges',
  `delete from passkey_challenges where ctid = any(array(
     select ctid from passkey_challenges where expires_at < now()
     order by expires_at limit $1 for update skip locked))`,
)

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
