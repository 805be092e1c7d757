import { BodyHash, type BodyForm } from '../../dkim/body-hash.js'
import type { RawHeader } from '../../mail/raw-header.js'
import { readSignature, type Signature, type UncheckedSignature } from './signatures.js'

/** Further signatures are not looked at. */
const maxSignatures = 5

/** What authentication needs of a message. */
export interface SignedMail {
  readonly header: RawHeader
  /** The number of From fields. */
  readonly froms: number
  readonly signatures: readonly (Signature | UncheckedSignature)[]
  /** The SHA-256 of the body, in base64, in each form that a signature is made of. */
  readonly bodyHashes: ReadonlyMap<BodyForm, string>
}

/**
 * Reads the signatures of a message and hashes its body, in linear time and without keeping it.
 *
 * @param header as it is shown
 * @param body its bytes, in pieces of any size; they are read where there is a signature to check
 */
export async function readSignedMail(
  header: RawHeader,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  now = Date.now(),
): Promise<SignedMail> {
  const signatures = header.fields
    .filter(({ key }) => key === 'dkim-signature')
    .slice(0, maxSignatures)
    .map((field) => readSignature(field, header, now))
  const hashes = new Map<BodyForm, BodyHash>()
  for (const signature of signatures)
    if ('bodyForm' in signature) hashes.set(signature.bodyForm, new BodyHash(signature.bodyForm))
  if (hashes.size > 0)
    for await (const piece of body)
      for (const hash of hashes.values())
        hash.update(Buffer.from(piece.buffer, piece.byteOffset, piece.length))
  return {
    header,
    froms: header.fields.filter(({ key }) => key === 'from').length,
    signatures,
    bodyHashes: new Map([...hashes].map(([form, hash]) => [form, hash.digest()])),
  }
}
