import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { namedAddress, namedAddresses } from '../../frame/texts/addresses.js'
import type { WireService } from '../../frame/wire.js'
import { toLiquid } from '../templates/braces.js'
import { changedContent, contentOf, withOwnNames, type GivenContent } from '../templates/content.js'
import { audienceOf, audienceOfCampaign } from './audience.js'
import { contentOfCampaign, isOwnTemplate, withOwnTemplate } from './own-template.js'

type Campaign = components['schemas']['Campaign']
type Changes = components['schemas']['UpdateCampaignRequest']
type Asked = operations['updateBroadcast']['requestBody']['content']['application/json']

interface ChangeRequest {
  readonly body: Asked
  readonly idempotencyKey: string | undefined
}

/** Returns the fields of a request that are content of a template. */
export function givenContent({
  from,
  subject,
  reply_to,
  html,
  text,
}: Pick<Asked, 'from' | 'subject' | 'reply_to' | 'html' | 'text'>): GivenContent {
  return {
    ...(from !== undefined && { from }),
    ...(subject !== undefined && { subject }),
    ...(reply_to !== undefined && { reply_to }),
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
  }
}

/** Returns the preheader of a template for the preview text of a request. */
export function preheaderOf(text: string | undefined): { preheader?: string } {
  return text === undefined ? {} : { preheader: toLiquid(text, 'text', '/body/preview_text') }
}

/**
 * Changes a draft. Changed content is stored as a new version of the draft's own template, or as a template of its own.
 * Nothing shows before all of it is accepted.
 */
export async function changeDraft(
  campaign: Campaign,
  { body, idempotencyKey }: ChangeRequest,
  service: WireService<
    | 'retrieveSegment'
    | 'retrieveTopic'
    | 'retrieveTemplate'
    | 'retrieveTemplateVersion'
    | 'retrieveTemplateUses'
    | 'createTemplate'
    | 'createTemplateVersion'
    | 'publishTemplate'
    | 'deleteTemplate'
    | 'updateCampaign'
  >,
): Promise<void> {
  const { name = campaign.name } = body
  const fields = await fieldsOf(campaign, body, service)
  const content = await contentWith(campaign, body, service)
  if (content === undefined) return change(fields)
  const { template_id: id, version } = campaign.template
  if (version === null && (await isOwnTemplate(id, campaign.id, service))) {
    const of = { path: { id }, idempotencyKey }
    const made = await withOwnNames(service.call('createTemplateVersion', { ...of, body: content }))
    await change(fields)
    await service.call('publishTemplate', { ...of, body: { version: made.body.version } })
  } else {
    const made = { projectId: campaign.project_id, name, content, idempotencyKey }
    await withOwnTemplate(made, service, (template) => change({ ...fields, template }))
  }

  async function change(changes: Changes): Promise<void> {
    if (Object.keys(changes).length === 0) return
    await service.call('updateCampaign', { path: { id: campaign.id }, body: changes, idempotencyKey })
  }
}

/** Returns what a request changes in a campaign, besides its content. */
async function fieldsOf(
  campaign: Campaign,
  body: Asked,
  service: WireService<'retrieveSegment' | 'retrieveTopic'>,
): Promise<Changes> {
  const sender = senderOf(campaign, body)
  const { audience, ...topic } = await audienceOf(body, campaign.project_id, service)
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(audience !== undefined && { audience: { ...audienceOfCampaign(campaign), ...audience } }),
    ...topic,
    ...sender,
  }
}

/** Returns the content of a campaign with what a request changes; undefined if it changes nothing. */
async function contentWith(
  campaign: Campaign,
  body: Asked,
  service: WireService<'retrieveTemplate' | 'retrieveTemplateVersion'>,
): Promise<components['schemas']['TemplateContent'] | undefined> {
  const given = givenContent(body)
  const preheader = preheaderOf(body.preview_text)
  if (Object.keys({ ...given, ...preheader }).length === 0) return undefined
  const version = await contentOfCampaign(campaign, service)
  const changed = version === undefined ? contentOf(given) : changedContent(version, given)
  return { ...changed, ...preheader }
}

/**
 * Returns the sender and the Reply-To addresses that a campaign has beside its template, and that go before those of
 * the template.
 *
 * @throws ApiError 422 `validation_failed` if a campaign with a name of its own is to be sent without one
 */
function senderOf(campaign: Campaign, { from, reply_to: replyTo }: Asked): Changes {
  const sender = from === undefined ? undefined : namedAddress(from)
  if (sender !== undefined && sender.name === undefined && campaign.from_name !== null)
    throw refusedValue('/body/from', 'required', 'needs a name, since the campaign has one: Name <address>')
  return {
    ...(sender !== undefined && campaign.from_email !== null && { from_email: sender.email }),
    ...(sender?.name !== undefined && campaign.from_name !== null && { from_name: sender.name }),
    ...(replyTo !== undefined && campaign.reply_to.length > 0 && { reply_to: namedAddresses(replyTo) }),
  }
}
