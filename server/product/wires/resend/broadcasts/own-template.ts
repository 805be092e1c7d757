import { randomBytes } from 'node:crypto'
import type { components } from '../../../../../generated/api-types.js'
import { ifFound } from '../../frame/outcomes.js'
import type { WireService } from '../../frame/wire.js'
import { withOwnNames } from '../templates/content.js'

type Content = components['schemas']['TemplateContent']
type CreateCampaign = components['schemas']['CreateCampaignRequest']

/** The most characters of the name of a campaign or a template. */
export const longestName = 200

/** The aliases of templates that were made for broadcasts, so that no other template is changed or deleted. */
const ownAlias = /^broadcast-[0-9a-f]{12}$/

interface MadeTemplate {
  readonly projectId: string
  readonly name: string
  readonly content: Content
  readonly idempotencyKey: string | undefined
}

/** Creates a template for one broadcast, and publishes it. Returns its id. */
async function addOwnTemplate(
  { projectId, name, content, idempotencyKey }: MadeTemplate,
  { call }: WireService<'createTemplate' | 'publishTemplate'>,
): Promise<string> {
  const { body: template } = await withOwnNames(
    call('createTemplate', {
      body: {
        project_id: projectId,
        name,
        alias: `broadcast-${randomBytes(6).toString('hex')}`,
        // Resend sends HTML as it is.
        inline_css: false,
        ...content,
      },
      idempotencyKey,
    }),
  )
  const { id } = template
  await call('publishTemplate', { path: { id }, body: { version: 1 }, idempotencyKey })
  return id
}

/**
 * Creates a campaign with a template of its own.
 *
 * @param made the template and the rest of the campaign
 */
export async function addCampaign(
  made: MadeTemplate & { readonly campaign: Omit<CreateCampaign, 'project_id' | 'name' | 'template'> },
  service: WireService<'createTemplate' | 'publishTemplate' | 'createCampaign' | 'deleteTemplate'>,
): Promise<components['schemas']['Campaign']> {
  const { projectId, name, campaign, idempotencyKey } = made
  return withOwnTemplate(made, service, async (template) => {
    const body = { project_id: projectId, name, template, ...campaign }
    return (await service.call('createCampaign', { body, idempotencyKey })).body
  })
}

/** Creates a template for one broadcast and gives it to the broadcast. If that is refused, the template is deleted. */
export async function withOwnTemplate<Result>(
  made: MadeTemplate,
  service: WireService<'createTemplate' | 'publishTemplate' | 'deleteTemplate'>,
  give: (template: { readonly template_id: string }) => Promise<Result>,
): Promise<Result> {
  const id = await addOwnTemplate(made, service)
  try {
    return await give({ template_id: id })
  } catch (error) {
    await service.call('deleteTemplate', { path: { id } })
    throw error
  }
}

/** Returns whether a template is that of one broadcast alone: made for it, and used by nothing else. */
export async function isOwnTemplate(
  templateId: string,
  campaignId: string,
  { call }: WireService<'retrieveTemplate' | 'retrieveTemplateUses'>,
): Promise<boolean> {
  const template = await ifFound(call('retrieveTemplate', { path: { id: templateId } }))
  if (template === undefined || !ownAlias.test(template.body.alias ?? '')) return false
  const { body: uses } = await call('retrieveTemplateUses', { path: { id: templateId } })
  const others = uses.campaigns.filter(({ campaign_id: id }) => id !== campaignId)
  return uses.templates.length + uses.automations.length + others.length === 0
}

/**
 * Returns the content that a campaign has now: the version it names, or else the published one. Undefined if the
 * template is deleted or has no published version.
 */
export async function contentOfCampaign(
  { template: { template_id: id, version: named } }: components['schemas']['Campaign'],
  { call }: WireService<'retrieveTemplate' | 'retrieveTemplateVersion'>,
): Promise<components['schemas']['TemplateVersion'] | undefined> {
  const template = await ifFound(call('retrieveTemplate', { path: { id } }))
  const version = named ?? template?.body.published_version ?? null
  if (template === undefined || version === null) return undefined
  return (await call('retrieveTemplateVersion', { path: { id, version } })).body
}
