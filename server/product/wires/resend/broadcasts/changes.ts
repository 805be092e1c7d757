import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { namedAddress, namedAddresses } from '../../frame/addresses.js'
import type { WireService } from '../../frame/wire.js'
import { toLiquid } from '../templates/braces.js'
import { changedContent, contentOf, withOwnNames, type GivenContent } from '../templates/content.js'
import { audienceOf, audienceOfCampaign } from './audience.js'
import { addOwnTemplate, contentOfCampaign, isOwnTemplate } from './own-template.js'

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
 * Returns what a request changes in a draft. Changed content is stored as a new version of the draft's own template, or
 * as a template of its own.
 */
export async function changesOf(
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
  >,
): Promise<Changes> {
  const { name, preview_text: preheader } = body
  const given = givenContent(body)
  const sender = senderOf(campaign, body)
  const { audience, ...topic } = await audienceOf(body, campaign.project_id, service)
  const changes = {
    ...(name !== undefined && { name }),
    ...(audience !== undefined && { audience: { ...audienceOfCampaign(campaign), ...audience } }),
    ...topic,
    ...sender,
  }
  if (preheader === undefined && Object.keys(given).length === 0) return changes
  const version = await contentOfCampaign(campaign, service)
  const changed = version === undefined ? contentOf(given) : changedContent(version, given)
  const content = { ...changed, ...preheaderOf(preheader) }
  const { template_id: id } = campaign.template
  if (campaign.template.version === null && (await isOwnTemplate(id, campaign.id, service))) {
    const made = await withOwnNames(
      service.call('createTemplateVersion', { path: { id }, body: content, idempotencyKey }),
    )
    const published = { version: made.body.version }
    await service.call('publishTemplate', { path: { id }, body: published, idempotencyKey })
    return changes
  }
  const template = { projectId: campaign.project_id, name: name ?? campaign.name, content, idempotencyKey }
  return { ...changes, template: { template_id: await addOwnTemplate(template, service) } }
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
