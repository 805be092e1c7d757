import type { CreatedSession, Passkey } from 'postseal'
import { client } from './client.js'

/**
 * True if this browser supports passkeys (WebAuthn, `PublicKeyCredential`): no browser does over plain http to
 * another machine.
 */
export const hasPasskeys = 'PublicKeyCredential' in window

/**
 * Registers a passkey of this browser's choice for the person who is signed in. The browser asks the person.
 *
 * @throws Error that says what a person can do about it
 */
export async function registerPasskey(name: string): Promise<Passkey> {
  const { id, options } = await client.passkeys.createRegistration()
  const { challenge, user, excludeCredentials, attestation: _none, ...others } = options
  const publicKey = {
    ...others,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map((known) => ({ ...known, id: bytesOf(known.id) })),
  } as PublicKeyCredentialCreationOptions
  const made = await asked(navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  const credential = {
    ...namesOf(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  }
  return client.passkeys.create({ registration_id: id, name, credential })
}

/**
 * Signs somebody in with one of the passkeys that the browser offers.
 *
 * @throws Error that says what a person can do about it
 */
export async function signInByPasskey(): Promise<CreatedSession> {
  const { id, options } = await client.passkeys.createChallenge()
  const { challenge, ...others } = options
  const publicKey = { ...others, challenge: bytesOf(challenge) } as PublicKeyCredentialRequestOptions
  const used = await asked(navigator.credentials.get({ publicKey }))
  const response = used.response as AuthenticatorAssertionResponse
  const credential = {
    ...namesOf(used),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: textOf(response.userHandle ?? new ArrayBuffer(0)),
    },
  }
  return client.passkeys.createSession({ challenge_id: id, credential })
}

/** Messages for people, by the error names that browsers report (WebAuthn, sections 5.1.3 and 5.1.4). */
const reasons = new Map([
  ['NotAllowedError', 'No passkey was used: you have cancelled it, or the time was over. Try again.'],
  ['AbortError', 'No passkey was used: you have cancelled it. Try again.'],
  ['InvalidStateError', 'This device, or your password manager, has a passkey of yours already.'],
  ['SecurityError', 'Passkeys are for another address of this service. Open the console by that address.'],
])

async function asked(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await asking) as PublicKeyCredential
  } catch (error) {
    const reason = error instanceof DOMException ? reasons.get(error.name) : undefined
    throw reason === undefined ? error : new Error(reason, { cause: error })
  }
}

function namesOf({ id, type }: PublicKeyCredential) {
  return { id, rawId: id, type }
}

// Not all browsers of the console's have `parseCreationOptionsFromJSON` and `toJSON`, which do this.
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
