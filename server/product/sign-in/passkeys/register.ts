import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid, toTypeId } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { shownName } from '../../workspace/shown-name.js'
import { lockUsers } from '../../workspace/users/rules.js'
import { findUser, type LinkedUser } from '../links.js'
import { challengeMs, makeChallenge, useChallenge } from './challenges.js'
import type { RelyingParty } from './relying-party.js'
import { insertPasskey, selectCredentialsOf, type PasskeyRow } from './passkey-rows.js'
import { handleOf, type HandleOwner } from './user-handle.js'
import { algorithms, RefusedCredential, verifyMade, type MadeCredential } from './verify.js'

type Schemas = components['schemas']

/** Largest number of passkeys of a user. */
export const maxPasskeys = 20

/**
 * Begins to register a passkey of a user.
 *
 * @throws ApiError 403 `insufficient_scope` if the user was removed, 409 `invalid_state` if there are too many
 */
export async function beginRegistration(
  { sql }: Transaction,
  party: RelyingParty,
  owner: HandleOwner,
): Promise<Schemas['PasskeyRegistration']> {
  const user = await presentUser(sql, owner)
  const known = await credentialsBelowMax(sql, owner)
  const { id, challenge, expiresAt } = await makeChallenge(sql, owner)
  // A person may be a user of several workspaces, and chooses one of the passkeys by this name.
  const name = `${user.email} (${user.workspaceName})`
  return {
    id: toTypeId('pkr', id),
    expires_at: expiresAt.toISOString(),
    options: {
      challenge,
      rp: { id: party.id, name: 'Postseal' },
      user: { id: handleOf(owner), name, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeMs,
      excludeCredentials: known.map(({ credential_id: credential, transports }) => ({
        type: 'public-key',
        id: credential.toString('base64url'),
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
}

/**
 * Completes a registration with the browser's answer. A refusal rolls the transaction back, which gives the
 * challenge back, so that the browser can answer once more.
 *
 * @throws ApiError 403 `insufficient_scope`, 409 `invalid_state`, 422 `validation_failed`
 */
export async function completeRegistration(
  { sql }: Transaction,
  party: RelyingParty,
  owner: HandleOwner,
  { registration_id: registrationId, name, credential }: Schemas['CreatePasskeyRequest'],
): Promise<PasskeyRow> {
  const isChallenge = await useChallenge(sql, fromTypeId('pkr', registrationId), owner)
  if (isChallenge === undefined) {
    const message = 'is not a registration of yours that can be completed: it works once, within 5 minutes'
    throw refusedValue('/body/registration_id', 'registration', message)
  }
  const made = await verifyMade(party, isChallenge, credential).catch((error: unknown): MadeCredential => {
    if (!(error instanceof RefusedCredential)) throw error
    throw refusedValue('/body/credential', 'passkey', error.message)
  })
  // Registrations take turns, so that the count holds and no passkey belongs to a removed user.
  await lockUsers(sql, owner.workspaceId)
  await presentUser(sql, owner)
  await credentialsBelowMax(sql, owner)
  const { workspaceId, userId } = owner
  const [row] = await insertPasskey(
    sql,
    workspaceId,
    ...([newUuid(), userId, shownName(name), made.credentialId, made.publicKey, made.signCount] as const),
    credential.response.transports ?? [],
    made.synced,
  )
  if (row === undefined) throw new ApiError('invalid_state', 'This passkey is already registered.')
  return row
}

async function presentUser(sql: Knex, { workspaceId, userId }: HandleOwner): Promise<LinkedUser> {
  const user = await findUser(sql, workspaceId, userId)
  if (user !== undefined) return user
  throw new ApiError('insufficient_scope', 'You are no longer a user of this workspace.')
}

async function credentialsBelowMax(sql: Knex, { workspaceId, userId }: HandleOwner) {
  const known = await selectCredentialsOf(sql, workspaceId, userId)
  if (known.length < maxPasskeys) return known
  throw new ApiError('invalid_state', `You have ${maxPasskeys} passkeys. Remove one that you do not need.`)
}
