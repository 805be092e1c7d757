import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { newUuid, timeOf, toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import type { SendingSetup } from '../../domains/sending-setup.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Project } from '../../workspace/projects/projects.js'
import { releaseDomain, takeDomain } from './domains.js'
import { refuseInterception } from './interception.js'
import { lockRoute, lockWorkspaceRoutes, type RouteRow } from './inbound-route-rows.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { normalizeDomain, readAddress } from '../../../../base/addresses/address.js'
import { readRouteRecipient, type RouteRecipient } from './recipients.js'

type Schemas = components['schemas']

/**
 * A route in a request to create it. The contract's types declare members with a default as if they were always
 * there.
 */
type NewRoute = Pick<Schemas['CreateInboundRouteRequest'], 'name' | 'recipient'> &
  Partial<Schemas['CreateInboundRouteRequest']>

/** Most routes of a workspace. */
export const maxRoutes = 500

const countRoutes = statement<[workspaceId: WorkspaceId], { count: number }>(
  'count_inbound_routes',
  'select count(*)::int as count from inbound_routes where workspace_id = $1',
)

/**
 * Stores a new route.
 *
 * @throws ApiError 422 `validation_failed` if the workspace cannot have the route; 403 as `refuseInterception` does
 */
export async function insertRoute(
  trx: Knex.Transaction,
  setup: SendingSetup,
  visibility: Visibility,
  { project, given }: { readonly project: Project; readonly given: NewRoute },
): Promise<RouteRow> {
  const { workspaceId } = visibility
  const name = routeName(given.name)
  const { recipient, domain } = routeRecipient(given.recipient)
  const block = blockedSenders(given.block ?? [])
  await lockWorkspaceRoutes(trx, workspaceId)
  const [counted] = await countRoutes(trx, workspaceId)
  if ((counted?.count ?? 0) >= maxRoutes) {
    throw refusedValue(
      '/body/recipient',
      'too_many',
      `would give the workspace more than ${maxRoutes} routes`,
    )
  }
  await takeDomain(trx, setup, workspaceId, domain)
  await refuseInterception(trx, visibility, recipient)
  const id = newUuid()
  const row: RouteRow = {
    workspace_id: workspaceId,
    id,
    project_id: project.id,
    environment: project.environment,
    name,
    recipient,
    domain,
    enabled: given.enabled ?? true,
    automatic: given.automatic ?? 'keep',
    require_dmarc: given.require_dmarc ?? false,
    block,
    retain_days: given.retain_days ?? null,
    updated_at: timeOf(id),
  }
  const stored = (await trx('inbound_routes')
    .insert({ ...row, block: JSON.stringify(block) })
    .onConflict('recipient')
    .ignore()
    .returning('id')) as unknown[]
  if (stored.length === 0) throw refusedValue('/body/recipient', 'taken', 'is used by another route')
  return row
}

/**
 * Changes a route. Absent members keep their values.
 *
 * @throws ApiError 404 `not_found`, 422 `validation_failed`
 */
export async function changeRoute(
  trx: Knex.Transaction,
  visibility: Visibility,
  id: Uuid,
  { name, block, ...others }: Schemas['UpdateInboundRouteRequest'],
): Promise<RouteRow> {
  const changes = {
    ...others,
    ...(name !== undefined && { name: routeName(name) }),
    ...(block !== undefined && { block: blockedSenders(block) }),
    updated_at: new Date(),
  }
  const before = await lockRoute(trx, visibility, id)
  await trx('inbound_routes')
    .where({ workspace_id: visibility.workspaceId, id })
    .update({ ...changes, ...(changes.block && { block: JSON.stringify(changes.block) }) })
  return { ...before, ...changes }
}

/**
 * Selects an automation whose published version is started by mail to the route; archived automations have no
 * trigger.
 */
const selectTriggered = statement<
  [workspaceId: WorkspaceId, projectId: Uuid, name: string],
  { id: Uuid; name: string }
>(
  'select_automation_of_inbound_route',
  `select automation.id, automation.name
   from automation_triggers triggering
   cross join lateral (
     select id, name from automations where workspace_id = $1 and id = triggering.automation_id limit 1
   ) automation
   where triggering.workspace_id = $1 and triggering.project_id = $2 and triggering.kind = 'inbound'
     and triggering.name = $3
   order by triggering.automation_id
   limit 1`,
)

/**
 * Deletes a route. Its messages stay until they expire.
 *
 * @throws ApiError 404 `not_found`, 409 `invalid_state` while the route starts an automation
 */
export async function deleteRoute(trx: Knex.Transaction, visibility: Visibility, id: Uuid): Promise<void> {
  const { workspaceId } = visibility
  await lockWorkspaceRoutes(trx, workspaceId)
  const { project_id, domain } = await lockRoute(trx, visibility, id)
  const [automation] = await selectTriggered(trx, workspaceId, project_id, toTypeId('inr', id))
  if (automation !== undefined) {
    const message = `The automation ${automation.name} (${toTypeId('aut', automation.id)}) is started by mail to it.`
    throw new ApiError('invalid_state', message)
  }
  await trx('inbound_routes').where({ workspace_id: workspaceId, id }).delete()
  await releaseDomain(trx, workspaceId, domain)
}

/**
 * @throws ApiError 422 `validation_failed` if nothing of the name can be read
 */
function routeName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

/** @throws ApiError 422 `validation_failed` */
function routeRecipient(given: string): RouteRecipient {
  const read = readRouteRecipient(given)
  if (read !== undefined) return read
  const message = 'must be an address, or a pattern such as support+*@in.shop.example or *@in.shop.example'
  throw refusedValue('/body/recipient', 'recipient', message)
}

/**
 * Returns the senders to refuse, in the form to compare, each once.
 *
 * @throws ApiError 422 `validation_failed` at the first that is invalid
 */
function blockedSenders(given: readonly string[]): string[] {
  return [...new Set(given.map(blockedSender))]
}

function blockedSender(given: string, index: number): string {
  const domain = given.startsWith('@') ? normalizeDomain(given.slice(1)) : undefined
  const sender = domain === undefined ? readAddress(given)?.address : `@${domain}`
  if (sender !== undefined) return sender
  throw refusedValue(
    `/body/block/${index}`,
    'sender',
    'must be an address, or a domain such as @spam.example',
  )
}
