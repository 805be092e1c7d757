import type { RawHeader } from '../../mail/raw-header.js'

/** What a person is shown first of a message. A signature that leaves one out says nothing of what they see. */
const shown = ['from', 'subject']

/**
 * What stands in a message once at most (RFC 5322, section 3.6; RFC 2045), is shown, answered to, or reads the body.
 * A second one is added where the signer named the only one: the signature covers the lowest, and programs show the
 * first (RFC 6376, section 8.15).
 */
const singular = [
  'sender',
  'reply-to',
  'to',
  'cc',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]

/**
 * Whether a signature covers what is shown: each From and Subject, and each of the other singular fields that it names.
 *
 * @param names that the signature lists (`h=`), in lower case
 */
export function coversShown({ fields }: RawHeader, names: readonly string[]): boolean {
  const isCovered = (name: string) =>
    countOf(fields, ({ key }) => key === name) <= countOf(names, (each) => each === name)
  return shown.every(isCovered) && singular.every((name) => !names.includes(name) || isCovered(name))
}

function countOf<Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number {
  return items.filter(isCounted).length
}
