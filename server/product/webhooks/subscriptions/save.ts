import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { isInFormat, type WebhookFormat } from '../../../platform/events/webhook-formats.js'
import { refusedValue, ApiError } from '../../../platform/http/errors/api-error.js'
import { restrictionsOn, type Environment, type Principal } from '../../../platform/auth/principal.js'
import { lockWebhookSubscription, lockSubscriptionOf, type WebhookSubscriptionRow } from './webhook-rows.js'
import { lockWorkspaceWebhooks, refuseSimilar, refuseTaken, refuseTooMany } from './workspace-rules.js'
import { findProject } from '../../workspace/projects/projects.js'

type Schemas = components['schemas']

/** Fields of a subscription that a request can set. */
type Fields = Pick<
  WebhookSubscriptionRow,
  'url' | 'events' | 'project_id' | 'environment' | 'format' | 'description' | 'enabled'
>

/** A request whose address is in the normal form. */
export type SaveRequest = Schemas['UpdateWebhookRequest']

export interface Saved {
  readonly row: WebhookSubscriptionRow
  /** The subscription as it was before; undefined if it is new. */
  readonly before: WebhookSubscriptionRow | undefined
}

const unsaid: Omit<Fields, 'url'> = {
  events: ['*'],
  project_id: null,
  environment: null,
  format: 'postseal',
  description: null,
  enabled: true,
}

/**
 * Creates a subscription, or changes the one that the request's id names, or else its URL. A new subscription has no
 * secret yet.
 *
 * @param replaces true to give fields missing in the request their default; false to leave them as they are
 * @throws ApiError 403 `environment_not_allowed`, 404 `not_found`, 409
 *   `webhook_exists_similarly`, 422 `validation_failed`
 */
export async function saveSubscription(
  trx: Knex.Transaction,
  principal: Principal,
  request: SaveRequest,
  replaces: boolean,
): Promise<Saved> {
  await lockWorkspaceWebhooks(trx, principal.workspaceId)
  const before = await target(trx, principal, request)
  const url = request.url ?? before?.url
  if (url === undefined)
    throw refusedValue('/body/url', 'required', 'or /body/id must say which subscription')
  if (url !== before?.url) {
    await refuseTaken(trx, principal.workspaceId, url)
    if (request.allow_similar !== true) await refuseSimilar(trx, principal, url, before?.id ?? null)
  }

  const present = before === undefined || replaces ? unsaid : before
  const format = request.format ?? present.format
  const fields: Fields = {
    url,
    format,
    events: eventsOf(request.events, present.events, format),
    ...(await narrowingOf(trx, principal, request, present)),
    description: request.description === undefined ? present.description : request.description,
    enabled: request.enabled ?? present.enabled,
  }
  const row =
    before === undefined
      ? await insert(trx, principal.workspaceId, fields)
      : await update(trx, before, fields)
  return { row, before }
}

/** Locks and returns the subscription that a request is about; undefined if the request asks for a new one. */
async function target(
  trx: Knex.Transaction,
  principal: Principal,
  { id, url }: SaveRequest,
): Promise<WebhookSubscriptionRow | undefined> {
  if (id !== undefined) return lockWebhookSubscription(trx, principal, fromTypeId('whk', id))
  return url === undefined ? undefined : lockSubscriptionOf(trx, principal, url)
}

/**
 * Returns the event types of a subscription: those that the request asks for, or else the present ones.
 *
 * @throws ApiError 422 `validation_failed` if the format has no translation of one of them
 */
function eventsOf(
  asked: Fields['events'] | undefined,
  present: Fields['events'],
  format: WebhookFormat,
): Fields['events'] {
  const events = asked ?? present
  const at = events.findIndex((type) => type !== '*' && !isInFormat(format, type))
  if (at !== -1) {
    throw asked === undefined
      ? refusedValue(
          '/body/format',
          'not_allowed',
          `has no translation of ${events[at]}, a type of the webhook`,
        )
      : refusedValue(`/body/events/${at}`, 'not_allowed', `has no translation in the format ${format}`)
  }
  return events.includes('*') ? ['*'] : [...new Set(events)]
}

async function insert(
  trx: Knex.Transaction,
  workspaceId: WorkspaceId,
  fields: Fields,
): Promise<WebhookSubscriptionRow> {
  await refuseTooMany(trx, workspaceId)
  const id = newUuid()
  const row: WebhookSubscriptionRow = {
    workspace_id: workspaceId,
    id,
    ...fields,
    ...enablement(fields.enabled, undefined, timeOf(id)),
    deleted_at: null,
    updated_at: timeOf(id),
  }
  await trx('webhook_subscriptions').insert(row)
  return row
}

async function update(
  trx: Knex.Transaction,
  before: WebhookSubscriptionRow,
  fields: Fields,
): Promise<WebhookSubscriptionRow> {
  const now = new Date()
  const changes = { ...fields, ...enablement(fields.enabled, before, now), updated_at: now }
  const { workspace_id, id } = before
  await trx('webhook_subscriptions').where({ workspace_id, id }).update(changes)
  return { ...before, ...changes }
}

/** Returns the columns of an enablement. An already disabled subscription keeps its reason and time. */
function enablement(enabled: boolean, before: WebhookSubscriptionRow | undefined, now: Date) {
  if (enabled) return { enabled, disabled_reason: null, disabled_at: null }
  if (before?.enabled === false) {
    return { enabled, disabled_reason: before.disabled_reason, disabled_at: before.disabled_at }
  }
  return { enabled, disabled_reason: 'requested' as const, disabled_at: now }
}

/**
 * Project and environment whose events a subscription gets; null means any. With a project the environment is the
 * project's.
 */
export interface Narrowing {
  readonly project_id: Uuid | null
  readonly environment: Environment | null
}

type Asked = Pick<components['schemas']['UpdateWebhookRequest'], 'project_id' | 'environment'>

/**
 * Returns the project and environment that a subscription is narrowed to.
 *
 * @param asked narrowing in the request; parts missing there stay
 * @param present narrowing before the request
 * @throws ApiError 403 `environment_not_allowed`, or 422 if there is no such project or it is of another
 *   environment
 */
async function narrowingOf(
  db: Knex,
  principal: Principal,
  asked: Asked,
  present: Narrowing,
): Promise<Narrowing> {
  const held = restrictionsOn(principal).environment
  const projectId = projectOf(asked, present)
  if (projectId !== null) {
    const environment = await environmentOf(db, principal, projectId)
    if (held !== null && environment !== held) throw notAllowed(held)
    // Null asks for both environments, and a project has only one.
    if ((asked.environment ?? environment) !== environment) {
      throw refusedValue('/body/environment', 'environment', `must be ${environment}, as the project`)
    }
    return { project_id: projectId, environment }
  }
  const environment = asked.environment === undefined ? (held ?? present.environment) : asked.environment
  if (held !== null && environment !== held) throw notAllowed(held)
  return { project_id: null, environment }
}

function projectOf(asked: Asked, present: Narrowing): Uuid | null {
  if (asked.project_id === undefined) return present.project_id
  return asked.project_id === null ? null : fromTypeId('prj', asked.project_id)
}

async function environmentOf(db: Knex, principal: Principal, projectId: Uuid): Promise<Environment> {
  const project = await findProject(db, principal.workspaceId, projectId)
  if (project !== undefined) return project.environment
  throw refusedValue('/body/project_id', 'unknown', 'must be a project of this workspace')
}

function notAllowed(held: Environment): ApiError {
  return new ApiError('environment_not_allowed', `This key makes subscriptions for ${held} events only.`)
}
