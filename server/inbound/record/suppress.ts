import type { Knex } from 'knex'
import { suppress } from '../../audience/suppressions.js'
import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'
import { softClasses } from '../../delivery/bounce/address-fault.js'

/**
 * Five bounces in a row over at least 72 hours: a full mailbox may be emptied, one that stays full is nobody's any more. They
 * are counted in the logs, of which the address's last fifty are looked at. Where attempts alone are counted, every one of
 * these deliveries had set the count back when a server took it.
 */
const suppressWhereRepeated = statement<
  [workspaceId: Uuid, address: string, logId: Uuid, softClasses: readonly string[]],
  { address: string }
>(
  'suppress_soft_returned',
  `with recent as (
     select status, environment, attempts -> -1 as last from message_logs
     where workspace_id = $1 and address = $2 order by id desc limit 50
   ), settled as (
     select status, last from recent
     where environment = 'live' and status in ('delivered', 'bounced', 'failed') limit 5
   ), judged as (
     select count(*) filter (where status = 'bounced' and last ->> 'class' = any($4::text[])) as soft,
       min((last ->> 'at')::timestamptz) as since
     from settled
   )
   insert into suppressions (workspace_id, address, reason, log_id)
   select $1, $2, 'soft_bounce', $3 from judged where soft = 5 and since <= now() - interval '72 hours'
   on conflict (workspace_id, address) do nothing returning address`,
)

/**
 * Suppresses an address for what a bounce says about it.
 *
 * @returns whether it is suppressed from now on because of this
 */
export async function suppressFor(
  trx: Knex.Transaction,
  workspaceId: Uuid,
  address: string,
  fault: 'hard' | 'soft' | 'complaint',
  logId: Uuid,
): Promise<boolean> {
  if (fault === 'soft')
    return (await suppressWhereRepeated(trx, workspaceId, address, logId, softClasses)).length > 0
  const reason = fault === 'hard' ? 'hard_bounce' : 'complaint'
  return (await suppress(trx, workspaceId, [{ address, reason, logId }])).length > 0
}
