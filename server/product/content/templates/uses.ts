import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { automationsThatUse } from '../../audience/automation-users.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import { visibleTemplates } from './access.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'

type Schemas = components['schemas']

/** Most users of each kind that are found. */
const foundAtMost = 100

interface TemplateUser {
  readonly id: Uuid
  readonly name: string
  readonly published: boolean
  readonly latest: boolean
}

/**
 * Selects other templates whose published or latest version pins a template. It goes through the templates, which are
 * few, since a layout can have pins in every version that there ever was.
 */
const selectTemplates = statement<[workspaceId: WorkspaceId, id: Uuid], TemplateUser>(
  'select_templates_that_use_template',
  `select template.id, template.name, pins.published, pins.latest
   from templates template
   cross join lateral (
     select coalesce(bool_or(version = template.published_version), false) as published,
       coalesce(bool_or(version = template.latest_version), false) as latest
     from template_pins
     where workspace_id = $1 and template_id = template.id and pinned_id = $2
       and version in (template.published_version, template.latest_version)
   ) pins
   where template.workspace_id = $1 and template.id <> $2 and (pins.published or pins.latest)
   order by template.id
   limit ${foundAtMost}`,
)

interface CampaignUser {
  readonly id: Uuid
  readonly name: string
  readonly status: Schemas['CampaignStatus']
}

/** Selects campaigns that are not over; few of a template's campaigns are. */
const selectCampaigns = statement<[workspaceId: WorkspaceId, id: Uuid], CampaignUser>(
  'select_campaigns_that_use_template',
  `select id, name, status from campaigns
   where workspace_id = $1 and template_id = $2 and status in ('draft', 'scheduled', 'sending', 'paused')
   order by id limit ${foundAtMost}`,
)

/** The users of a template, which keep it from being deleted. */
export interface TemplateUses {
  readonly templates: readonly TemplateUser[]
  readonly campaigns: readonly CampaignUser[]
  readonly automations: Awaited<ReturnType<typeof automationsThatUse>>
}

/** Finds the users of a template, up to 100 of each kind. */
export async function findUses(db: Knex, workspaceId: WorkspaceId, id: Uuid): Promise<TemplateUses> {
  return {
    templates: await selectTemplates(db, workspaceId, id),
    campaigns: await selectCampaigns(db, workspaceId, id),
    automations: await automationsThatUse(db, workspaceId, 'template', [id]),
  }
}

/**
 * Finds the users of a template that a credential sees, up to 100 of each kind. A template of every project can have
 * users in projects that the credential has nothing to do with.
 */
export async function findVisibleUses(db: Knex, visibility: Visibility, id: Uuid): Promise<TemplateUses> {
  const uses = await findUses(db, visibility.workspaceId, id)
  if (visibility.projectId === null && visibility.environment === null) return uses
  const seen = async <User extends { readonly id: Uuid }>(
    users: readonly User[],
    select: Knex.QueryBuilder,
  ): Promise<User[]> => {
    const ids = users.map((user) => user.id)
    if (ids.length === 0) return []
    const rows: readonly { id: Uuid }[] = await select.whereIn('id', ids).select('id')
    const visible = new Set(rows.map((row) => row.id))
    return users.filter((user) => visible.has(user.id))
  }
  return {
    templates: await seen(uses.templates, visibleTemplates(db('templates'), visibility)),
    campaigns: await seen(uses.campaigns, visibleTo(db('campaigns'), visibility)),
    automations: await seen(uses.automations, visibleTo(db('automations'), visibility)),
  }
}

/** Returns the users of a template in the contract's shape. */
export function presentUses({ templates, campaigns, automations }: TemplateUses): Schemas['TemplateUses'] {
  return {
    templates: templates.map(({ id, name, published, latest }) => ({
      template_id: toTypeId('tpl', id),
      ...{ name, published, latest },
    })),
    campaigns: campaigns.map(({ id, name, status }) => ({ campaign_id: toTypeId('cmp', id), name, status })),
    automations: automations.map(({ id, name, status }) => ({
      automation_id: toTypeId('aut', id),
      ...{ name, status },
    })),
  }
}
