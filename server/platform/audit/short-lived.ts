/**
 * The operations whose entries are kept for as long as messages: there are as many of them. The function
 * `purge_audit_events` of the database names them too.
 */
export const shortLivedOperations: readonly string[] = [
  'sendMessage',
  'sendMessageBatch',
  'recordContactEvent',
  'recordContactEventByAddress',
]

/** Whether the entries of an operation are kept for as long as messages only. */
export function isShortLived(operation: string): boolean {
  return shortLivedOperations.includes(operation)
}
