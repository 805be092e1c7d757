import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { components } from '../../../generated/api-types.js'

type Schemas = components['schemas']

/** A device that makes passkeys and signs with them, in software, and as wrongly as a test wants. */

/** Flags of authenticator data (WebAuthn, section 6.1). */
export const flags = { userPresent: 1, userVerified: 4, canSync: 8, isSynced: 16, attested: 64 } as const

/** Deviations from a device and a browser that are right. */
export interface Wrongly {
  readonly type?: string
  readonly origin?: string
  readonly crossOrigin?: boolean
  readonly rpId?: string
  readonly challenge?: string
  /** In place of a person who is there and verified. */
  readonly flags?: number
  readonly signCount?: number
  readonly userHandle?: string
  readonly signature?: Buffer
  /** Members of the attestation object in place of "none", as CBOR. */
  readonly statement?: { readonly fmt: string; readonly attStmt: Buffer }
  /** In place of the device's COSE_Key. */
  readonly publicKey?: Buffer
  readonly attestationObject?: Buffer
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** The head of a data item (RFC 8949, section 3). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

export const cbor = {
  bytes: (value: Buffer) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]),
  integer: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  map: (...pairs: readonly (readonly [Buffer, Buffer])[]) =>
    Buffer.concat([head(5, pairs.length), ...pairs.flat()]),
}

export class Authenticator {
  readonly credentialId = randomBytes(16)
  readonly #privateKey: KeyObject
  readonly #publicKey: Buffer
  #userHandle = ''
  #signCount: number
  readonly #flags: number

  /** @param options.counts whether it counts what it signs, as devices do from which no passkey can be copied */
  constructor({ counts = false } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    this.#publicKey = cbor.map(
      [cbor.integer(1), cbor.integer(2)],
      [cbor.integer(3), cbor.integer(-7)],
      [cbor.integer(-1), cbor.integer(1)],
      [cbor.integer(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
      [cbor.integer(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
    )
    this.#signCount = counts ? 1 : 0
    const synced = counts ? 0 : flags.canSync | flags.isSynced
    this.#flags = flags.userPresent | flags.userVerified | synced
  }

  /** Makes a credential and returns it as its `toJSON()` does. */
  make(
    { challenge, rp, user }: Schemas['PasskeyCreationOptions'],
    origin: string,
    wrongly: Wrongly = {},
  ): Schemas['CreatedPasskeyCredential'] {
    this.#userHandle = user.id
    const authData = Buffer.concat([
      this.#data(rp.id, { flags: this.#flags, ...wrongly }, flags.attested),
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      wrongly.publicKey ?? this.#publicKey,
    ])
    const { fmt = 'none', attStmt = cbor.map() } = wrongly.statement ?? {}
    const attestation = cbor.map(
      [cbor.text('fmt'), cbor.text(fmt)],
      [cbor.text('attStmt'), attStmt],
      [cbor.text('authData'), cbor.bytes(authData)],
    )
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData({ type: 'webauthn.create', challenge, origin, ...wrongly }),
        attestationObject: base64(wrongly.attestationObject ?? attestation),
        transports: ['internal'],
      },
    }
  }

  /** Signs with a credential and returns it as its `toJSON()` does. */
  sign(
    { challenge, rpId }: Pick<Schemas['PasskeyRequestOptions'], 'challenge' | 'rpId'>,
    origin: string,
    wrongly: Wrongly = {},
  ): Schemas['UsedPasskeyCredential'] {
    if (this.#signCount > 0) this.#signCount += 1
    const data = this.#data(rpId, { flags: this.#flags, ...wrongly }, 0)
    const client = clientData({ type: 'webauthn.get', challenge, origin, ...wrongly })
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client,
        authenticatorData: base64(data),
        signature: base64(wrongly.signature ?? sign('sha256', signed, this.#privateKey)),
        userHandle: wrongly.userHandle ?? this.#userHandle,
      },
    }
  }

  #named() {
    const id = base64(this.credentialId)
    return { id, rawId: id, type: 'public-key' as const }
  }

  /** Authenticator data without what is attested (WebAuthn, section 6.1). */
  #data(rpId: string, wrongly: Wrongly & { readonly flags: number }, more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(wrongly.signCount ?? this.#signCount)
    return Buffer.concat([sha256(wrongly.rpId ?? rpId), Buffer.from([wrongly.flags | more]), count])
  }
}

function clientData({ type, challenge, origin, crossOrigin = false }: Wrongly): string {
  return base64(JSON.stringify({ type, challenge, origin, crossOrigin }))
}
