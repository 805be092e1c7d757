import { linkEntry } from '../../../../platform/audit/other-entries.js'
import { recordAudit } from '../../../../platform/audit/record.js'
import { resourceOf } from '../../../../platform/audit/resource-types.js'
import { toTypeId, type Prefix, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'

/**
 * Records in the audit log what somebody did with the link of a mail. The person's IP address and browser are stored
 * with the consent, which is erased with the person, and not here.
 */
export function recordLinkAct(
  { sql }: Transaction,
  workspaceId: WorkspaceId,
  act: 'confirm' | 'unsubscribe' | 'unsubscribe_topic' | 'choose_topics' | 'resubscribe',
  { prefix, id }: { readonly prefix: Prefix; readonly id: Uuid },
): Promise<void> {
  const resource = resourceOf(toTypeId(prefix, id))
  return recordAudit(sql, [linkEntry(workspaceId, act, { resource })])
}
