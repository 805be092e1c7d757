import type { Knex } from 'knex'
import type { SuppressionReason } from '../../audience/unsent-reason.js'
import { recordAudit } from '../../../platform/audit/record.js'
import { serviceEntry } from '../../../platform/audit/other-entries.js'
import { isAddressToken } from '../../../platform/auth/address-tokens.js'
import { suppress } from '../../audience/suppressions/suppress.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { replyLine } from '../../audience/suppressions/reply-line.js'
import { softBounceRule } from '../../mail/record/soft-bounces.js'
import { softClasses } from '../../delivery/bounce/address-fault.js'
import type { SmtpReply } from '../../delivery/smtp/reply.js'

/**
 * Selects whether the bounces of an address fulfil the rule for soft bounces, by the last fifty logs of the address.
 */
const selectRepeated = statement<
  [workspaceId: WorkspaceId, address: string, softClasses: readonly string[]],
  { repeated: boolean }
>(
  'select_soft_returned',
  `with recent as (
     select status, environment, attempts -> -1 as last from message_logs
     where workspace_id = $1 and address = $2 order by id desc limit 50
   ), settled as (
     select status, last from recent
     where environment = 'live' and status in ('delivered', 'bounced', 'failed') limit ${softBounceRule.count}
   )
   select count(*) = ${softBounceRule.count} and bool_and(status = 'bounced' and last ->> 'class' = any($3::text[]))
     and min((last ->> 'at')::timestamptz) <= now() - ${softBounceRule.time} as repeated
   from settled`,
)

const reasons: Readonly<Record<'hard' | 'soft' | 'complaint', SuppressionReason>> = {
  hard: 'hard_bounce',
  soft: 'soft_bounce',
  complaint: 'complaint',
}

/**
 * Suppresses an address because of a report; for a soft bounce, which must be in the log, only if there were enough
 * of them.
 *
 * @returns true if this call suppressed the address
 */
export async function suppressFor(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  address: string,
  {
    fault,
    logId,
    reply = null,
  }: {
    readonly fault: 'hard' | 'soft' | 'complaint'
    readonly logId: Uuid
    /** Reply of the server, as the bounce message gives it. */
    readonly reply?: SmtpReply | null
  },
): Promise<boolean> {
  // An erased address is suppressed already, unless somebody has removed the suppression since.
  if (isAddressToken(address)) return false
  if (fault === 'soft') {
    const [row] = await selectRepeated(trx, workspaceId, address, softClasses)
    if (row?.repeated !== true) return false
  }
  const [suppressed] = await suppress(trx, workspaceId, [
    { address, reason: reasons[fault], logId, ...(reply !== null && { reply: replyLine(reply) }) },
  ])
  if (suppressed === undefined) return false
  const resource = { type: 'suppression', id: toTypeId('sup', suppressed.id) }
  await recordAudit(trx, [serviceEntry(workspaceId, 'suppress', { resource })])
  return true
}
