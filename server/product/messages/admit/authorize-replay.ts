import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statement.js'
import { refuseOtherDomains } from '../../domains/sender-rules.js'
import { beyondAuthority } from '../../../platform/http/idempotency/kept-reply.js'
import { restrictionsOn, type Principal } from '../../../platform/auth/principal.js'
import type { Send } from './send.js'

const selectSender = statement<[workspaceId: WorkspaceId, id: Uuid], { from_email: string }>(
  'select_sender_of_message',
  'select from_email from messages where workspace_id = $1 and id = $2',
)

/**
 * Checks whether a credential that is held to some domains may get the first reply of its idempotency key, if
 * the sender came from a template: the template may have another one by now, so the message itself is asked.
 *
 * @throws ApiError 403 `sender_not_allowed`, 409 `idempotency_conflict` if the message is there no more
 */
export async function authorizeReplay(
  db: Knex,
  principal: Principal,
  { content }: Send,
  first: components['schemas']['AcceptedMessage'],
): Promise<void> {
  if (content.from_email !== undefined || restrictionsOn(principal).senderDomains.length === 0) return
  const [message] = await selectSender(db, principal.workspaceId, fromTypeId('msg', first.id))
  if (message === undefined) throw beyondAuthority()
  refuseOtherDomains(principal, message.from_email)
}
