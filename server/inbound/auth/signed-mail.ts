import { BodyHash, type BodyForm } from './body-hash.js'
import { readSignature, type Signature, type UncheckedSignature } from './signatures.js'

/** A header beyond this is not looked at, in bytes. */
const maxHeaderBytes = 256 * 1024
/** Further signatures are not looked at. */
const maxSignatures = 5

/** What authentication needs of a message. */
export interface SignedMail {
  /** With CRLF, and without the blank line. A character stands for a byte. */
  readonly header: string
  /** The number of From fields. */
  readonly froms: number
  readonly signatures: readonly (Signature | UncheckedSignature)[]
  /** The SHA-256 of the body, in base64, in each form that a signature is made of. */
  readonly bodyHashes: ReadonlyMap<BodyForm, string>
}

/**
 * Reads a message and hashes its body, in one pass, in linear time and without keeping it.
 *
 * @returns undefined where the header is too large
 */
export async function readSignedMail(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  now = Date.now(),
): Promise<SignedMail | undefined> {
  let start: Buffer = Buffer.alloc(0)
  let mail: Omit<SignedMail, 'bodyHashes'> | undefined
  const hashes = new Map<BodyForm, BodyHash>()
  const begin = (header: Buffer, body: Buffer) => {
    mail = readHeader(header, now)
    for (const signature of mail.signatures) {
      if ('bodyForm' in signature) hashes.set(signature.bodyForm, new BodyHash(signature.bodyForm))
    }
    for (const hash of hashes.values()) hash.update(body)
  }
  for await (const bytes of pieces) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (mail !== undefined) {
      for (const hash of hashes.values()) hash.update(piece)
      continue
    }
    start = start.length === 0 ? piece : Buffer.concat([start, piece])
    const end = endOfHeader(start)
    if ((end?.header ?? start.length) > maxHeaderBytes) return undefined
    if (end === undefined) continue
    begin(start.subarray(0, end.header), start.subarray(end.body))
    start = Buffer.alloc(0)
    if (hashes.size === 0) break
  }
  if (mail === undefined) begin(start, Buffer.alloc(0))
  if (mail === undefined) return undefined
  return { ...mail, bodyHashes: new Map([...hashes].map(([form, hash]) => [form, hash.digest()])) }
}

/** Where the header ends, and where the body begins behind the blank line. */
function endOfHeader(bytes: Buffer): { header: number; body: number } | undefined {
  const found = ['\r\n\r\n', '\n\n', '\n\r\n'].flatMap((end) => {
    const at = bytes.indexOf(end, 0, 'latin1')
    return at === -1 ? [] : [{ header: at, body: at + end.length }]
  })
  // A message without a header begins with the blank line.
  if (bytes.subarray(0, 2).toString('latin1') === '\r\n') found.push({ header: 0, body: 2 })
  return found.sort((one, other) => one.header - other.header)[0]
}

function readHeader(bytes: Buffer, now: number): Omit<SignedMail, 'bodyHashes'> {
  const header = bytes.toString('latin1').replace(/\r?\n/g, '\r\n').replace(/\r\n$/, '')
  const fields = header.split(/\r\n(?![ \t])/)
  const signatures = fields
    .filter((field) => /^dkim-signature[ \t]*:/i.test(field))
    .slice(0, maxSignatures)
    .map((field) => readSignature(field, now))
  return { header, froms: fields.filter((field) => /^from[ \t]*:/i.test(field)).length, signatures }
}
