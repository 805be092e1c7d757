import type { X509Certificate } from 'node:crypto'

/** The object identifiers of extensions as they stand in a certificate (RFC 5280, section 4.2.1). */
const nameConstraints = Buffer.from('0603551d1e', 'hex')
/** Basic constraints, of an authority with a length of path of one octet. */
const pathLength = /0603551d13(?:0101ff)?040830060101ff0201([0-9a-f]{2})/

/**
 * Whether an authority may stand above so many others. Node shows that a certificate is one and no more, and an authority
 * that a company was given for its own names must not vouch for those of others.
 *
 * @param below how many authorities are between it and the server's certificate
 */
export function mayStandAbove(authority: X509Certificate, below: number): boolean {
  // To judge names by them would be much code for what nobody uses for mail; to refuse them is safe.
  if (authority.raw.includes(nameConstraints)) return false
  const [, length] = pathLength.exec(authority.raw.toString('hex')) ?? []
  return length === undefined || below <= parseInt(length, 16)
}
