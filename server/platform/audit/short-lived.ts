/**
 * The operations whose entries are kept only as long as messages, since there are as many of them. The function
 * `purge_audit_events` of the database names them too.
 */
export const shortLivedOperations: readonly string[] = [
  'sendMessage',
  'sendMessageBatch',
  'recordContactEvent',
  'recordContactEventByAddress',
]

/** Tells whether the entries of an operation are kept only as long as messages. */
export function isShortLived(operation: string): boolean {
  return shortLivedOperations.includes(operation)
}
