import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import { shownAddress } from '../../frame/texts/addresses.js'
import { fromLiquid } from '../templates/braces.js'

type Campaign = components['schemas']['Campaign']
type ListedBroadcast = resend['schemas']['ListedBroadcast']
type ShownBroadcast = operations['getBroadcast']['responses'][200]['content']['application/json']

const statuses = {
  draft: 'draft',
  scheduled: 'queued',
  sending: 'queued',
  paused: 'queued',
  sent: 'sent',
  cancelled: 'canceled',
} as const satisfies Record<Campaign['status'], ListedBroadcast['status']>

/** Presents a campaign as Resend lists a broadcast. */
export function listedBroadcast(campaign: Campaign): ListedBroadcast {
  const { id, name, audience, created_at, scheduled_at, completed_at: completedAt } = campaign
  return {
    id,
    name,
    segment_id: audience.segment_id,
    audience_id: audience.segment_id,
    status: statuses[campaign.status],
    created_at,
    scheduled_at,
    sent_at: campaign.status === 'sent' ? completedAt : null,
  }
}

/**
 * Presents a campaign with its content.
 *
 * @param version undefined if it has none, or no longer
 */
export function shownBroadcast(
  campaign: Campaign,
  version: components['schemas']['TemplateVersion'] | undefined,
  topicId: string | null,
): ShownBroadcast {
  const email = campaign.from_email ?? version?.from_email ?? null
  const name = campaign.from_name ?? version?.from_name ?? null
  const replyTo = campaign.reply_to.length > 0 ? campaign.reply_to : (version?.reply_to ?? [])
  const shown = (text: string | null | undefined, part: 'html' | 'text') =>
    text === null || text === undefined ? null : fromLiquid(text, part)
  return {
    object: 'broadcast',
    ...listedBroadcast(campaign),
    from: email === null ? null : shownAddress({ email, name }),
    subject: shown(version?.subject, 'text'),
    reply_to: replyTo.length === 0 ? null : replyTo.map(shownAddress),
    preview_text: shown(version?.preheader, 'text'),
    topic_id: topicId,
    html: shown(version?.html, 'html'),
    text: shown(version?.text, 'text'),
  }
}
