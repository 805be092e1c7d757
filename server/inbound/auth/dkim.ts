import { createHash, verify } from 'node:crypto'
import { relaxedFields, simpleFields } from '../../dkim/canonical-header.js'
import { fieldsInOrder } from '../../dkim/signed-fields.js'
import { DnsFailure, type Resolver } from '../../dns/resolver.js'
import type { RawHeader } from '../../mail/raw-header.js'
import type { InboundAuth } from '../mime/parsed-mail.js'
import { readPublicKey } from './public-key.js'
import { keyName, type Signature } from './signatures.js'
import type { SignedMail } from './signed-mail.js'

type Result = InboundAuth['dkim'][number]['result']

/**
 * Checks a signature of a message (RFC 6376, section 6.1). The results are those of RFC 8601, section 2.7.1.
 */
export async function checkSignature(
  mail: SignedMail,
  signature: Signature,
  resolver: Pick<Resolver, 'txt'>,
): Promise<Result> {
  if (mail.bodyHashes.get(signature.bodyForm) !== signature.bodyHash) return 'fail'
  const records = await resolver.txt(keyName(signature.selector, signature.domain)).then(
    (answer) => answer.records,
    (error: unknown) => {
      if (error instanceof DnsFailure) return 'temperror' as const
      throw error
    },
  )
  if (records === 'temperror') return records
  const [record] = records
  const found = record === undefined ? 'permerror' : readPublicKey(record, signature.algorithm)
  if (typeof found === 'string') return found
  if (found.isStrict && !signature.isExact) return 'permerror'
  const data = Buffer.from(signedHeader(mail.header, signature), 'latin1')
  const isRsa = signature.algorithm === 'rsa'
  // Ed25519 signs the hash itself (RFC 8463, section 3).
  const signed = isRsa ? data : createHash('sha256').update(data).digest()
  return new Promise((resolve) => {
    // With a callback it is done by a thread.
    verify(isRsa ? 'sha256' : null, signed, found.key, signature.value, (error, isRight) =>
      resolve(error === null && isRight ? 'pass' : 'fail'),
    )
  })
}

/**
 * The bytes that a signature is made of: the fields that it names, then itself. A character stands for a
 * byte.
 */
function signedHeader({ fields }: RawHeader, { headerForm, names, unsigned }: Signature): string {
  const canonical = headerForm === 'relaxed' ? relaxedFields : simpleFields
  const [own = ''] = [...canonical([unsigned]).values()].flat()
  return [...fieldsInOrder(canonical(fields), names), own].join('\r\n')
}
