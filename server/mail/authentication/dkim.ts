import { createHash, verify } from 'node:crypto'
import { DnsFailure, type Resolver } from '../dns/resolver.js'
import type { InboundAuth } from '../mime/parsed-mail.js'
import { readPublicKey } from './public-key.js'
import { keyName } from './signatures.js'
import type { CheckableSignature } from './signed-mail.js'

type Result = InboundAuth['dkim'][number]['result']

/**
 * Checks a signature of a message (RFC 6376, section 6.1). The results are those of RFC 8601, section 2.7.1.
 */
export async function checkSignature(
  { domain, selector, algorithm, value, isExact, covered }: CheckableSignature,
  resolver: Pick<Resolver, 'txt'>,
): Promise<Result> {
  const records = await resolver.txt(keyName(selector, domain)).then(
    (answer) => answer.records,
    (error: unknown) => {
      if (error instanceof DnsFailure) return 'temperror' as const
      throw error
    },
  )
  if (records === 'temperror') return records
  const [record] = records
  const found = record === undefined ? 'permerror' : readPublicKey(record, algorithm)
  if (typeof found === 'string') return found
  if (found.isStrict && !isExact) return 'permerror'
  const isRsa = algorithm === 'rsa'
  // Ed25519 signs the hash itself (RFC 8463, section 3).
  const signed = isRsa ? covered : createHash('sha256').update(covered).digest()
  return new Promise((resolve) => {
    // With a callback it is done by a thread.
    verify(isRsa ? 'sha256' : null, signed, found.key, value, (error, isRight) =>
      resolve(error === null && isRight ? 'pass' : 'fail'),
    )
  })
}
