import type { Knex } from 'knex'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { StartRequest } from '../start/request.js'
import type { InboxRow } from './take.js'

/** The most characters of a mail's text that become data of a run. */
const maxText = 2000

interface MailRow {
  readonly id: Uuid
  readonly route_id: Uuid
  readonly subject: string
  readonly text: string
  readonly automatic: string
  readonly authenticated: boolean
}

/** Selects mails row by row by the primary key. */
const select = statement<[workspaceId: WorkspaceId, ids: readonly Uuid[]], MailRow>(
  'select_mails_of_signals',
  `select mail.* from unnest($2::uuid[]) asked (id)
   cross join lateral (
     select id, route_id, subject, left(coalesce(reply_text, text, ''), ${maxText}) as text, automatic,
       coalesce((metadata #>> '{auth,authenticated}')::boolean, true) as authenticated
     from inbound_messages where workspace_id = $1 and id = asked.id limit 1
   ) mail`,
)

/** Returns the data of runs that inbound mail starts, by the mails' ids. Deleted mails are left out. */
export async function dataOfMails(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  rows: readonly InboxRow[],
): Promise<ReadonlyMap<Uuid, StartRequest['data']>> {
  const ids = rows.flatMap(({ inbound_message_id: id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const mails = await select(trx, workspaceId, ids)
  return new Map(
    mails.map(({ id, route_id: routeId, subject, text, automatic, authenticated }) => {
      const data = {
        inbound_message_id: toTypeId('inm', id),
        route_id: toTypeId('inr', routeId),
        subject,
        text,
        automatic,
        authenticated,
      }
      return [id, data]
    }),
  )
}
