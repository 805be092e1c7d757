import type { components } from '../../../generated/api-types.js'
import { visibilityOf, type Principal } from '../../platform/auth/principal.js'
import { fromTypeId, type Uuid } from '../../platform/db/ids.js'
import type { Transaction } from '../../platform/db/transaction/transaction.js'
import { refuseOthersMail } from '../domains/sender-rules.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import { cancelMessage } from '../mail/change/cancel.js'
import { findRows, noSuchMessage } from './reads/read-messages.js'

type Schemas = components['schemas']

/**
 * Cancels several messages, each by itself: a message that does not exist, or that it is too late for, is rejected.
 * Messages are locked in the order of their ids, so two requests at once cannot deadlock.
 *
 * @param ids external ids; a message that is named twice is cancelled once
 * @returns the result of each, in the order of the ids
 */
export async function cancelMessages(
  tx: Transaction,
  principal: Principal,
  ids: readonly string[],
): Promise<Schemas['CancelledMessages']> {
  const asked = new Map(ids.map((id) => [fromTypeId('msg', id), id]))
  const found = new Map(
    (await findRows(tx.sql, visibilityOf(principal), [...asked.keys()])).map((row) => [row.id, row]),
  )
  const results = new Map<Uuid, Schemas['CancelledMessage']>()
  for (const [id, outside] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const row = found.get(id)
    const error =
      row === undefined
        ? noSuchMessage()
        : await refusalOf(async () => {
            refuseOthersMail(principal, row.from_email)
            await cancelMessage(tx, principal.workspaceId, {
              id,
              projectId: row.project_id,
              environment: row.environment,
              category: row.category,
            })
          })
    results.set(id, {
      message_id: outside,
      status: error === undefined ? 'cancelled' : 'rejected',
      error: error === undefined ? null : { status: error.status, code: error.code, message: error.message },
    })
  }
  const data = [...asked.keys()].flatMap((id) => results.get(id) ?? [])
  const cancelled = data.filter(({ status }) => status === 'cancelled').length
  return { data, cancelled, rejected: data.length - cancelled }
}

/**
 * Returns the error by which work refuses a message. It is refused before anything of it is changed, so the
 * transaction can go on.
 */
async function refusalOf(work: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}
