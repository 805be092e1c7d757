import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { toTypeId, type Uuid } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { contactsSelected } from '../steps/rules.js'
import type { StartContext, StartRequest } from './request.js'

/**
 * Returns the requests that the entry rules of their versions let in, with the contacts as they are now. A rule that
 * cannot be used, such as one that names a deleted segment, lets nobody in.
 */
export async function letInByRule(
  trx: Knex.Transaction,
  log: Logger,
  context: StartContext,
  requests: readonly StartRequest[],
): Promise<ReadonlySet<StartRequest>> {
  const letIn = new Set<StartRequest>()
  for (const group of byAutomation(requests)) {
    const selected = await selectedOf(trx, log, context, group)
    for (const request of group) if (selected(request.contactId)) letIn.add(request)
  }
  return letIn
}

type Group = [StartRequest, ...StartRequest[]]

/** Groups requests by automation. All requests for an automation are for its published version. */
function byAutomation(requests: readonly StartRequest[]): Group[] {
  const groups = new Map<Uuid, Group>()
  for (const request of requests) {
    const group = groups.get(request.automation.id)
    if (group === undefined) groups.set(request.automation.id, [request])
    else group.push(request)
  }
  return [...groups.values()]
}

async function selectedOf(
  trx: Knex.Transaction,
  log: Logger,
  { workspaceId, now, retainedSince }: StartContext,
  group: Group,
): Promise<(contactId: Uuid) => boolean> {
  const [{ automation, version }] = group
  const { entry_rule: rule } = version.definition
  if (rule === null) return () => true
  const context = { workspaceId, projectId: automation.project_id, asOf: now, retainedSince }
  const contactIds = group.map(({ contactId }) => contactId)
  try {
    const selected = await contactsSelected(trx, rule, contactIds, context)
    return (contactId) => selected.has(contactId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = { automation_id: toTypeId('aut', automation.id), err: error }
    log.warn(fields, 'the entry rule of an automation cannot be used, so no contact can enter')
    return () => false
  }
}
