import type { RawHeader } from '../mime/raw-header.js'

/** What a person is shown first of a message. A signature that leaves one out says nothing of what they see. */
const shown = ['from', 'subject']

/**
 * What stands in a message once at most (RFC 5322, section 3.6; RFC 2045), is shown, answered to, or reads the body.
 * A second one is added where the signer named the only one: the signature covers the lowest, and programs show the
 * first (RFC 6376, section 8.15).
 */
const singular = ['reply-to', 'to', 'cc', 'date', 'message-id', 'content-type', 'content-transfer-encoding']

/**
 * Whether a signature covers what is shown: each From and Subject, and each of the other singular fields that it names.
 *
 * @param names that the signature lists (`h=`), in lower case
 */
export function coversShown({ fields }: RawHeader, names: readonly string[]): boolean {
  const isCovered = (name: string) => {
    const values = fields.filter(({ key }) => key === name).map(({ value }) => value)
    // The same field again changes nothing that is shown; but of two From fields nobody knows which is meant.
    const isOne = name !== 'from' && new Set(values).size === 1
    return (isOne ? 1 : values.length) <= names.filter((each) => each === name).length
  }
  return shown.every(isCovered) && singular.every((name) => !names.includes(name) || isCovered(name))
}
