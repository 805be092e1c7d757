/**
 * Addresses (RFC 5321, section 2.4): the domain is the same in any case, so it is kept in lower case; what the
 * local part means is the receiver's business, so it is delivered as it was given.
 */
export function normalizeAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return email.slice(0, at + 1) + email.slice(at + 1).toLowerCase()
}

/** The form to compare and look up by. In practice no receiver tells two people apart by case alone. */
export function foldAddress(email: string): string {
  return email.toLowerCase()
}

/** The part behind the last @, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
