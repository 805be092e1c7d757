import type { components } from '../../../../generated/api-types.js'
import type { IsChallenge } from './challenges.js'
import type { RelyingParty } from './relying-party.js'

type Schemas = components['schemas']

/** Loads the library, which has 2 MB, only when somebody signs in with a passkey at this process. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE algorithms that devices may sign with (RFC 9053, section 2; RFC 8812): Ed25519, ES256 and RS256. */
export const algorithms = [-8, -7, -257]

/**
 * Number of bytes of a COSE_Key of RSA with 4,096 bits, and some more. Verifying by a larger key could take as long
 * as its owner likes.
 */
const maxKeyBytes = 600

/** A credential that a device has made. */
export interface MadeCredential {
  readonly credentialId: Buffer
  /** A COSE_Key (RFC 9052). */
  readonly publicKey: Buffer
  readonly signCount: number
  readonly synced: boolean
}

/** Thrown if a credential is refused. The message gives the reason, worded to follow the name of the field. */
export class RefusedCredential extends Error {
  override name = 'RefusedCredential'
}

/**
 * Verifies a browser's answer to a registration (WebAuthn, section 7.1). The attestation of the device is not used:
 * the statement is removed before anything reads it, since a certificate in it could make the service fetch from an
 * address of a stranger's choice.
 *
 * @throws RefusedCredential
 */
export async function verifyMade(
  party: RelyingParty,
  isChallenge: IsChallenge,
  credential: Schemas['CreatedPasskeyCredential'],
): Promise<MadeCredential> {
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject } = credential.response
  return refusing(async () => {
    refuseFramed(clientDataJSON)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type as 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: await withoutStatement(attestationObject) },
      },
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (registrationInfo === undefined) throw new Error('not verified')
    const made = registrationInfo.credential
    if (made.id !== credential.id) throw new Error('another id than that of the authenticator data')
    if (made.publicKey.length > maxKeyBytes) throw new Error('too large a key')
    return {
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      signCount: made.counter,
      synced: registrationInfo.credentialDeviceType === 'multiDevice',
    }
  })
}

/** Facts that a device states when it has signed. */
export interface UsedCredential {
  readonly signCount: number
  readonly synced: boolean
}

/**
 * Verifies a browser's answer to a sign-in (WebAuthn, section 7.2), except for the counter, which the database
 * compares.
 *
 * @param publicKey public key of the credential
 * @throws RefusedCredential
 */
export async function verifyUsed(
  party: RelyingParty,
  isChallenge: IsChallenge,
  credential: Schemas['UsedPasskeyCredential'],
  publicKey: Buffer,
): Promise<UsedCredential> {
  const { verifyAuthenticationResponse } = await library()
  return refusing(async () => {
    refuseFramed(credential.response.clientDataJSON)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: credential.type as 'public-key',
        clientExtensionResults: {},
        response: credential.response,
      },
      expectedChallenge: isChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    if (!verified) throw new Error('not signed by the key')
    return {
      signCount: authenticationInfo.newCounter,
      synced: authenticationInfo.credentialDeviceType === 'multiDevice',
    }
  })
}

/**
 * Turns every error of some work into a refusal: strangers choose these bytes, and each way in which they are not a
 * credential throws in some form.
 */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new RefusedCredential('is not what a browser of this service returns for it', { cause: error })
  }
}

/**
 * Refuses a sign-in inside a frame of somebody else's page, which may show one of ours but not sign in there
 * (WebAuthn, `crossOrigin`).
 */
function refuseFramed(clientDataJSON: string): void {
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown }
  if (data.crossOrigin !== undefined && data.crossOrigin !== false) throw new Error('made in a frame')
}

/** Returns an attestation object (WebAuthn, section 6.5) as it comes from a device that attests nothing. */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { isoBase64URL, isoCBOR } = await helpers()
  const decoded = isoCBOR.decodeFirst<unknown>(isoBase64URL.toBuffer(attestationObject))
  const data: unknown = decoded instanceof Map ? decoded.get('authData') : undefined
  if (!(data instanceof Uint8Array)) throw new Error('no authenticator data')
  const made = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', data],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(made))
}
