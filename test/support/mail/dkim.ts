import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** A receiver's verdict on a signature. The receiver shares no code with the signer. */
export interface Verified {
  readonly result: string
  readonly domain: string
  readonly selector: string
  readonly algorithm: string
  /** The names that the signature covers. */
  readonly covers: readonly string[]
}

/** Texts in the DNS, by name. */
export type Zone = Readonly<Record<string, string>>

/** The signatures of a message, from its top down. */
export async function verifyDkim(raw: Buffer, zone: Zone): Promise<Verified[]> {
  const resolver = (name: string) => {
    const text = zone[name]
    if (text === undefined) return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
    return Promise.resolve([text.match(/.{1,255}/g) ?? []])
  }
  const { results } = await dkimVerify(raw, { resolver })
  return results.map(({ status, signingDomain, selector = '' }) => {
    const { a: algorithm = '', h: names = '' } = signatureOf(raw, selector)
    return {
      result: status.result,
      domain: signingDomain ?? '',
      selector,
      algorithm,
      covers: names.split(':'),
    }
  })
}

/** The tags of the signature by this selector. */
export function signatureOf(raw: Buffer, selector: string): Readonly<Record<string, string>> {
  const [header = ''] = raw.toString('latin1').split('\r\n\r\n')
  const fields = header
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .filter((field) => /^dkim-signature:/i.test(field))
    .map((field) =>
      Object.fromEntries(
        field
          .slice(field.indexOf(':') + 1)
          .split(';')
          .map((tag) => /^\s*(\w+)=(.*)$/s.exec(tag))
          .map((tag) => [tag?.[1], tag?.[2]?.replace(/\s/g, '')]),
      ),
    ) as Record<string, string>[]
  return fields.find((tags) => tags['s'] === selector) ?? {}
}
