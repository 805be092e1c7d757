import type { CanonicalFields } from './canonical-header.js'

/**
 * Fields that are named once more than they occur in the message, even if they do not occur at all, so that nobody on
 * the way can add one (RFC 6376, section 8.15). They are shown to a reader, determine where answers go, or delimit
 * the parts. A second From, or a Reply-To where there was none, would show under our signature otherwise.
 */
const sealed = [
  'from',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
]

/**
 * Fields that are signed and sealed if they occur. One that is added where there was none is no forgery: a relay may
 * add its own way to leave a list, which receivers do not offer without its own signature (RFC 8058, section 4).
 */
const sealedWherePresent = [
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'in-reply-to',
  'references',
  'sender',
]

/**
 * Fields that are signed as often as they occur. Providers count Feedback-ID only under a signature; the others are
 * those that RFC 6376 (section 5.4.1) names, and those that the body is decoded by.
 */
const signed = [
  'feedback-id',
  'content-transfer-encoding',
  'list-help',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
]

/** Returns the names that `h=` lists (RFC 6376, section 3.5), each as often as the signature covers it. */
export function signedNames(fields: CanonicalFields): string[] {
  const names: string[] = []
  const add = (name: string, more: 0 | 1) => {
    for (let times = (fields.get(name)?.length ?? 0) + more; times > 0; times -= 1) names.push(name)
  }
  for (const name of sealed) add(name, 1)
  for (const name of sealedWherePresent) if (fields.has(name)) add(name, 1)
  for (const name of signed) add(name, 0)
  return names
}

/**
 * Returns the fields in the order in which they are hashed: of those with the same name the lowest comes first, and a
 * name too many stands for nothing (RFC 6376, section 5.4.2).
 */
export function fieldsInOrder(fields: CanonicalFields, names: readonly string[]): string[] {
  const taken = new Map<string, number>()
  return names.flatMap((name) => {
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return fields.get(name)?.at(-times) ?? []
  })
}
