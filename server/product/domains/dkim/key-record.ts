import { type CheckedKey, quoted, type Remark } from '../check/record-check.js'

/** A flaw of a published key and its remedy; `harmless` if signatures count all the same. */
export interface KeyFlaw extends Remark {
  readonly harmless?: true
}

type Key = Pick<CheckedKey, 'algorithm' | 'publicKey'>

/**
 * Finds the flaw of a key record (RFC 6376, section 3.6.1).
 *
 * @param text strings of the record, joined
 * @param name name of the record
 * @returns undefined if receivers find our key in the record
 */
export function keyFlaw(text: string, name: string, key: Key): KeyFlaw | undefined {
  const again = 'Publish the expected text'
  const slip = literalSlip(text)
  if (slip !== undefined) {
    return {
      problem: slip.problem,
      advice: `The TXT record at ${name} has ${slip.what} in its text. ${again} without them.`,
    }
  }
  const { tags, malformed } = tagsOf(text)
  const names = tags.map(([tag]) => tag)
  const value = (tag: string) => tags.find(([other]) => other === tag)?.[1]
  const version = value('v')
  const flaw = (problem: string, says: string, then = `${again} instead.`): KeyFlaw => ({
    problem,
    advice: `The TXT record at ${name} ${says} ${then}`,
  })
  if (version !== undefined && version !== 'DKIM1')
    return flaw('dkim_version', `says v=${quoted(version)}, and receivers ignore everything but v=DKIM1.`)
  if (version !== undefined && names[0] !== 'v')
    return flaw('dkim_version_not_first', 'does not begin with v=DKIM1, so receivers ignore it.')
  const twice = names.find((tag, index) => names.indexOf(tag) !== index)
  if (twice !== undefined)
    return flaw('dkim_duplicate_tag', `has the tag ${twice} twice, so receivers ignore it.`)
  const published = value('p')
  if (published === undefined) return flaw('dkim_no_key', 'holds no key: it lacks p=.')
  if (published === '')
    return flaw('dkim_revoked', 'has an empty p=, which says that the key is revoked.', `${again} to use it.`)
  if (malformed !== undefined)
    return flaw('dkim_malformed', `has a part that is not a tag: ${quoted(malformed)}.`)
  return keyMismatch(published, key, flaw) ?? restriction(value, key, flaw) ?? testing(value('t'), name)
}

type MakeFlaw = (problem: string, says: string, then?: string) => KeyFlaw

function keyMismatch(published: string, { publicKey }: Key, flaw: MakeFlaw): KeyFlaw | undefined {
  const given = published.replace(/[\s=]/g, '')
  const ours = publicKey.replace(/=/g, '')
  if (!/^[A-Za-z0-9+/]*$/.test(given))
    return flaw('dkim_key_malformed', 'has characters in p= that are not of base64.')
  if (Buffer.from(given, 'base64').equals(Buffer.from(ours, 'base64'))) return undefined
  if (ours.startsWith(given))
    return flaw(
      'dkim_key_cut_off',
      `holds our key, but only the first ${given.length} of its ${ours.length} characters.`,
      'Publish the whole text, in several strings of at most 255 characters each.',
    )
  return flaw('dkim_key_mismatch', 'has a different key than the one that signs.')
}

/** Finds a restriction of the key to other algorithms or services. */
function restriction(
  value: (tag: string) => string | undefined,
  { algorithm }: Key,
  flaw: MakeFlaw,
): KeyFlaw | undefined {
  const type = value('k') ?? 'rsa'
  if (type !== algorithm)
    return flaw('dkim_wrong_algorithm', `says k=${quoted(type)}, and the key is for ${algorithm}.`)
  const has = (tag: string, ...wanted: string[]) => {
    const given = value(tag)
    return given === undefined || given.split(':').some((one) => wanted.includes(one.trim().toLowerCase()))
  }
  if (!has('h', 'sha256'))
    return flaw('dkim_wrong_hash', 'leaves out sha256 in h=, which the signatures use.')
  if (!has('s', '*', 'email')) return flaw('dkim_not_for_mail', 'says in s= that the key is not for e-mail.')
  return undefined
}

/** Finds the test flag. RFC 6376 asks receivers to treat such mail as if it were not signed; most do not care. */
function testing(flags: string | undefined, name: string): KeyFlaw | undefined {
  if (flags?.split(':').every((flag) => flag.trim().toLowerCase() !== 'y') ?? true) return undefined
  const advice = `The TXT record at ${name} says t=y, so receivers may ignore the signatures. Remove t=y.`
  return { problem: 'dkim_testing', advice, harmless: true }
}

/** Finds zone file syntax that ended up in the text. */
function literalSlip(text: string): { problem: string; what: string } | undefined {
  if (text.includes('"')) return { problem: 'dkim_literal_quotes', what: 'quotation marks' }
  if (text.includes('\\')) return { problem: 'dkim_literal_backslash', what: 'backslashes' }
  if (/[\r\n]/.test(text)) return { problem: 'dkim_literal_line_end', what: 'line ends' }
  return undefined
}

/** Reads the tag list of RFC 6376, section 3.2. */
function tagsOf(text: string): { tags: [name: string, value: string][]; malformed: string | undefined } {
  const pieces = text
    .split(';')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  const tags = pieces
    .map((piece) => /^([A-Za-z][A-Za-z0-9_]*)\s*=\s*([^]*)$/.exec(piece))
    .flatMap((match): [string, string][] => (match === null ? [] : [[match[1] ?? '', match[2] ?? '']]))
  const malformed = pieces.find((piece) => !/^[A-Za-z][A-Za-z0-9_]*\s*=/.test(piece))
  return { tags, malformed }
}
