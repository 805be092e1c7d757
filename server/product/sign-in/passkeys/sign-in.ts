import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, nilUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { RequestOrigin } from '../../../platform/http/operation/handler.js'
import { findUser } from '../links.js'
import { beginSession, signInEntry, type SignedIn, type SignInOptions, type SignInWay } from '../sign-in.js'
import { useChallenge } from './challenges.js'
import type { RelyingParty } from './relying-party.js'
import { notePasskeyUse, selectByCredential } from './passkey-rows.js'
import { ownerOfHandle, type HandleOwner } from './user-handle.js'
import { RefusedCredential, verifyUsed, type UsedCredential } from './verify.js'

/**
 * Key whose private half nobody has: a signature of an unknown passkey is verified by it, in vain and in the same
 * time. It is a COSE_Key of ES256, as most devices have.
 */
const decoyKey = Buffer.from(
  'pQECAyYgASFYIKlAcJr3jYDVpTP8Cvv_KSL_xEQJvTyxV_CFg5hZXy0PIlggz8n0TWpHyST2HCdtovWZ1nLulRfuVrkqEF1ypxsO8ek',
  'base64url',
)

const byPasskey: SignInWay = {
  origin: 'passkey',
  actor: 'session',
  operation: 'createPasskeySession',
  refusal: 'invalid_passkey',
}

/** A passkey that exists and that a request names, whether its signature is right or not. */
interface NamedPasskey {
  readonly owner: HandleOwner
  readonly id: Uuid
  readonly publicKey: Buffer
}

/**
 * Exchanges a passkey's signature for a session. Existing and other passkeys take the same steps, so that the time
 * tells nobody which exist.
 *
 * @returns undefined whatever is wrong with it
 */
export async function signInByPasskey(
  options: SignInOptions,
  party: RelyingParty,
  { challenge_id: challengeId, credential }: components['schemas']['CreatePasskeySessionRequest'],
  origin: RequestOrigin,
): Promise<SignedIn | undefined> {
  const { db, metrics, audit } = options
  // The challenge is used up before anything else, so that none is tried twice.
  const isChallenge = await useChallenge(db, fromTypeId('pkc', challengeId), undefined)
  const passkey = await findNamed(options, credential)
  const key = passkey?.publicKey ?? decoyKey
  const used = await verifyUsed(party, isChallenge ?? (() => true), credential, key).catch(unlessRefused)
  const isRight = isChallenge !== undefined && used !== undefined
  const signedIn = passkey && isRight ? await enter(options, passkey, used, origin) : undefined
  metrics.count(signedIn === undefined ? 'refused' : 'succeeded')
  if (signedIn === undefined && passkey !== undefined) {
    const resource = { type: 'passkey', id: toTypeId('psk', passkey.id) }
    await audit(db, { ...signInEntry(byPasskey, origin, { ...passkey.owner, email: null }, null), resource })
  }
  return signedIn
}

async function findNamed(
  { db }: SignInOptions,
  { id, response }: components['schemas']['UsedPasskeyCredential'],
): Promise<NamedPasskey | undefined> {
  const owner = ownerOfHandle(response.userHandle)
  const { workspaceId, userId } = owner ?? { workspaceId: nilUuid, userId: nilUuid }
  const [row] = await selectByCredential(db, workspaceId, Buffer.from(id, 'base64url'), userId)
  return owner && row && { owner, id: row.id, publicKey: row.public_key }
}

/**
 * Notes the use of a passkey and begins a session of its user.
 *
 * @returns undefined if the passkey or its user is gone meanwhile, or its counter did not grow
 */
function enter(
  options: SignInOptions,
  { owner, id }: NamedPasskey,
  { signCount, synced }: UsedCredential,
  origin: RequestOrigin,
): Promise<SignedIn | undefined> {
  const { workspaceId, userId } = owner
  return inTransaction(options.db, async (tx) => {
    const [noted] = await notePasskeyUse(tx.sql, workspaceId, id, signCount, synced)
    if (noted === undefined) return undefined
    const user = await findUser(tx.sql, workspaceId, userId)
    return user && beginSession(tx, options, { way: byPasskey, user, origin })
  })
}

function unlessRefused(error: unknown): UsedCredential | undefined {
  if (error instanceof RefusedCredential) return undefined
  throw error
}
