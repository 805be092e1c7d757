import type { Knex } from 'knex'
import { isAtLeast, restrictionsOn, visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { isVisible } from '../../../platform/http/access/visible.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { admitShownContact } from '../../content/templates/access.js'
import { refuseOtherDomains } from '../../domains/sender-rules.js'
import { findCampaign, noSuchCampaign, type CampaignRow } from './campaign-rows.js'
import type { CampaignKey } from './draft/change.js'

/** Says which campaigns a credential sees, changes and releases. */

/**
 * Finds a campaign that a credential sees.
 *
 * @param id external id
 * @throws ApiError 404 `not_found`
 */
export async function findVisible(db: Knex, principal: Principal, id: string): Promise<CampaignRow> {
  const row = await findCampaign(db, principal.workspaceId, fromTypeId('cmp', id))
  if (!isVisible(row, visibilityOf(principal))) throw noSuchCampaign()
  return row
}

/**
 * Returns the key of a campaign that a credential sees and may change. A campaign keeps its project, so the caller
 * can lock it afterwards.
 *
 * @param id external id
 * @throws ApiError 404 `not_found` if a key does not see it, 403 as `refuseOtherSender` does
 */
export async function admitChange(db: Knex, principal: Principal, id: string): Promise<CampaignKey> {
  const key = { workspaceId: principal.workspaceId, id: fromTypeId('cmp', id) }
  // A session sees all campaigns of its workspace, and whoever locks one finds out whether it exists.
  if (principal.kind !== 'workspaceSession') {
    await refuseOtherSender(db, principal, await findVisible(db, principal, id))
  }
  return key
}

/** Selects the sender of a version of a template, or of the published one. */
const selectSender = statement<
  [workspaceId: WorkspaceId, templateId: Uuid, version: number | null],
  { from_email: string | null }
>(
  'select_sender_of_campaign_template',
  `select version.from_email
   from templates template
   cross join lateral (
     select from_email from template_versions
     where workspace_id = $1 and template_id = template.id
       and version = coalesce($3::integer, template.published_version)
     limit 1
   ) version
   where template.workspace_id = $1 and template.id = $2`,
)

/**
 * Refuses a campaign that a key cannot work with since its mail comes from another domain. A draft can lack a sender,
 * which it needs before it is scheduled.
 *
 * @throws ApiError 403 `sender_not_allowed`
 */
export async function refuseOtherSender(
  db: Knex,
  principal: Principal,
  row: Pick<CampaignRow, 'workspace_id' | 'template_id' | 'template_version' | 'from_email' | 'status'>,
): Promise<void> {
  if (restrictionsOn(principal).senderDomains.length === 0) return
  const { workspace_id: workspaceId, template_id: templateId, template_version: version } = row
  const [template] = row.from_email === null ? await selectSender(db, workspaceId, templateId, version) : []
  const sender = row.from_email ?? template?.from_email ?? null
  if (sender !== null) refuseOtherDomains(principal, sender)
  else if (row.status !== 'draft') {
    throw new ApiError(
      'sender_not_allowed',
      'This key is for some sender domains, and the campaign has no sender.',
    )
  }
}

/**
 * Refuses to change a campaign that is scheduled or under way for a credential that could not release it: a member's
 * session, or a key that does not send.
 *
 * @throws ApiError 403 `insufficient_scope`
 */
export function refuseReleasedChange(principal: Principal, { status }: Pick<CampaignRow, 'status'>): void {
  if (status === 'draft') return
  const what = `A campaign that is ${status} can be changed with`
  if (principal.kind !== 'workspaceSession') {
    if (principal.scopes.includes('messages:send')) return
    throw new ApiError('insufficient_scope', `${what} the scope messages:send as well, which this key lacks.`)
  }
  if (isAtLeast(principal.role, 'admin')) return
  throw new ApiError('insufficient_scope', `${what} the role admin; yours is ${principal.role}.`)
}

/** The contact for which a campaign's mail is shown. */
export interface AskedContact {
  /** External id of the contact; undefined for one of the audience. */
  readonly asked: string | undefined
  /** True if the credential may see contacts, so that one of the audience can stand in. */
  readonly showsContacts: boolean
}

/**
 * Returns the contact for which a credential wants to see a campaign's mail. A key that may not read contacts sees
 * none.
 *
 * @throws ApiError 403 `insufficient_scope` if such a key names a contact
 */
export function admitAsked(principal: Principal, asked: string | undefined): AskedContact {
  if (asked !== undefined) admitShownContact(principal)
  const showsContacts = principal.kind === 'workspaceSession' || principal.scopes.includes('contacts:*')
  return { asked, showsContacts }
}
