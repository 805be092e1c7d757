import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import { fromNow } from '../../frame/texts/from-now.js'
import { ifFound } from '../../frame/outcomes.js'
import { pageById } from '../../frame/lists/pages.js'
import type { WireOperations } from '../../frame/wire.js'
import { contentOf, sameContent } from '../templates/content.js'
import { audienceOf, audienceOfCampaign, topicIdOf } from './audience.js'
import { listedBroadcast, shownBroadcast } from './broadcast-reply.js'
import { changeDraft, givenContent, preheaderOf } from './changes.js'
import { addCampaign, contentOfCampaign, isOwnTemplate, longestName } from './own-template.js'

type Campaign = components['schemas']['Campaign']

/** The operations of Resend's broadcasts. They are campaigns with a template of their own. */
export const broadcasts = {
  createBroadcast: async ({ body: asked, idempotencyKey }, service) => {
    const { name, preview_text: preheader, send, scheduled_at } = asked
    if (asked.segment_id === undefined && asked.audience_id === undefined)
      throw refusedValue('/body/segment_id', 'required', 'is required')
    if (scheduled_at !== undefined && send !== true)
      throw refusedValue('/body/scheduled_at', 'not_allowed', 'needs send: true')
    const schedule = scheduleOf(scheduled_at)
    const content = { ...contentOf(givenContent(asked)), ...preheaderOf(preheader) }
    const projectId = await service.projectId()
    const campaign = await audienceOf(asked, projectId, service)
    const made = { projectId, name: cut(name ?? asked.subject), content, campaign, idempotencyKey }
    const { id } = await addCampaign(made, service)
    if (send === true)
      await orDraft(id, service.call('scheduleCampaign', { path: { id }, body: schedule, idempotencyKey }))
    return { status: 201, body: { id } }
  },

  listBroadcasts: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listCampaigns', { query: page })).body
    const { data, has_more } = await pageById(query, 'cmp', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listedBroadcast) } }
  },

  getBroadcast: async ({ path: { id } }, service) => {
    const { body: campaign } = await service.call('retrieveCampaign', { path: { id } })
    const version = await contentOfCampaign(campaign, service)
    return { status: 200, body: shownBroadcast(campaign, version, await topicIdOf(campaign, service)) }
  },

  updateBroadcast: async ({ path: { id }, body, idempotencyKey }, service) => {
    const { body: campaign } = await service.call('retrieveCampaign', { path: { id } })
    refuseUnlessDraft(campaign)
    await changeDraft(campaign, { body, idempotencyKey }, service)
    return { status: 200, body: { object: 'broadcast', id } }
  },

  deleteBroadcast: async ({ path: { id }, idempotencyKey }, service) => {
    const { call } = service
    const { body: campaign } = await call('retrieveCampaign', { path: { id } })
    const { template_id: templateId } = campaign.template
    const isOwn = await isOwnTemplate(templateId, id, service)
    if (campaign.status === 'scheduled') await call('unscheduleCampaign', { path: { id }, idempotencyKey })
    await call('deleteCampaign', { path: { id }, idempotencyKey })
    if (isOwn) await ifFound(call('deleteTemplate', { path: { id: templateId }, idempotencyKey }))
    return { status: 200, body: { object: 'broadcast', id, deleted: true } }
  },

  sendBroadcast: async ({ path: { id }, body, idempotencyKey }, { call }) => {
    const schedule = scheduleOf(body?.scheduled_at)
    await call('scheduleCampaign', { path: { id }, body: schedule, idempotencyKey })
    return { status: 200, body: { id } }
  },

  cancelBroadcast: async ({ path: { id }, idempotencyKey }, { call }) => {
    await call('unscheduleCampaign', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'broadcast', id } }
  },

  duplicateBroadcast: async ({ path: { id }, idempotencyKey }, service) => {
    const { body: campaign } = await service.call('retrieveCampaign', { path: { id } })
    const version = await contentOfCampaign(campaign, service)
    if (version === undefined)
      throw new ApiError('invalid_state', 'The broadcast has no content to copy: its template is deleted.')
    const copy = await addCampaign(
      {
        projectId: campaign.project_id,
        name: `${cut(campaign.name, longestName - copied.length)}${copied}`,
        content: sameContent(version),
        campaign: sameCampaign(campaign),
        idempotencyKey,
      },
      service,
    )
    return { status: 200, body: { object: 'broadcast', id: copy.id } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function scheduleOf(at: string | undefined): { scheduled_at?: string } {
  return at === undefined ? {} : { scheduled_at: fromNow(at, '/body/scheduled_at') }
}

/** The end of a copy's name. */
const copied = ' (copy)'

function cut(name: string, length = longestName): string {
  return [...name].slice(0, length).join('')
}

function refuseUnlessDraft({ status }: Campaign): void {
  if (status === 'draft') return
  const first = status === 'scheduled' ? ' Cancel it first.' : ''
  throw new ApiError('invalid_state', `The broadcast is not a draft, so it cannot be changed.${first}`)
}

/** Returns what a copy of a campaign has in common with it, besides its content. */
function sameCampaign(campaign: Campaign) {
  const { from_email, from_name, reply_to, variables, rate_per_hour, category, topic } = campaign
  return {
    ...(from_email !== null && { from_email }),
    ...(from_name !== null && { from_name }),
    reply_to,
    variables,
    audience: audienceOfCampaign(campaign),
    rate_per_hour,
    ...(category !== null && { category }),
    max_delay_seconds: campaign.max_delay_seconds,
    topic,
  }
}

/**
 * Adds to a refusal to send a new broadcast that the broadcast is kept.
 *
 * @param id the id of the broadcast
 */
async function orDraft<Reply>(id: string, scheduling: Promise<Reply>): Promise<Reply> {
  try {
    return await scheduling
  } catch (error) {
    if (error instanceof ApiError) error.message += ` The broadcast ${id} is kept as a draft.`
    throw error
  }
}
