import type { Campaign, CampaignCheck } from 'postseal'
import { countText } from '../../ui/figures/numbers.js'

type Estimate = CampaignCheck['reached']

/** Reasons why contacts get no mail, in the singular and in the plural. */
const reasons: Readonly<Record<string, readonly [one: string, many: string]>> = {
  not_in_segment: ['is not in the segment', 'are not in the segment'],
  excluded_by_segment: ['is in the segment that is left out', 'are in the segment that is left out'],
  not_confirmed: ['has not confirmed the list', 'have not confirmed the list'],
  opted_out: ['has opted out of campaigns', 'have opted out of campaigns'],
  topic_unsubscribed: ['does not want the topic', 'do not want the topic'],
  hard_bounce: ['bounced before and is suppressed', 'bounced before and are suppressed'],
  soft_bounce: [
    'was refused again and again and is suppressed',
    'were refused again and again and are suppressed',
  ],
  complaint: ['complained about earlier mail', 'complained about earlier mail'],
  unsubscribe: ['has unsubscribed', 'have unsubscribed'],
  manual: ['was suppressed by hand', 'were suppressed by hand'],
  import: ['was suppressed by an import', 'were suppressed by an import'],
  erasure: ['was erased', 'were erased'],
  erased: ['was erased', 'were erased'],
  missing_variable: ['lacks the value of a required variable', 'lack the value of a required variable'],
  render_failed: ['has values that the template cannot show', 'have values that the template cannot show'],
  cancelled: ['was left when the campaign was cancelled', 'were left when the campaign was cancelled'],
}

/** Says why one contact gets no mail: `has opted out of campaigns`. */
export function reasonOfOne(reason: string): string {
  return reasons[reason]?.[0] ?? `is left out: ${reason.replaceAll('_', ' ')}`
}

/** Says why several contacts get no mail: `have opted out of campaigns`. */
export function reasonOfMany(reason: string, count: number): string {
  return count === 1
    ? reasonOfOne(reason)
    : (reasons[reason]?.[1] ?? `are left out: ${reason.replaceAll('_', ' ')}`)
}

/** Returns an estimated count with its range: `about 12,000 (11,700 to 12,300)`. */
export function estimateText({ value, low, high, exact }: Estimate): string {
  if (exact) return countText(value)
  return `about ${countText(value)} (${countText(low)} to ${countText(high)})`
}

/**
 * Says who gets the mail and who does not: `12,000 contacts get it · 400 are left out: 369 have not confirmed the list,
 * …`. As long as something keeps the campaign from starting, nobody gets it, so it says who is in the audience.
 */
export function audienceText({ contacts, reached, left_out, problems }: CampaignCheck): string {
  if (contacts.value === 0) return 'The project has no contacts yet.'
  const isOne = reached.value === 1 && reached.exact
  const verb = problems.length > 0 ? 'in the audience' : isOne ? 'gets it' : 'get it'
  const gets =
    reached.value === 0
      ? 'Nobody gets it'
      : `${estimateText(reached)} ${isOne ? 'contact' : 'contacts'} ${verb}`
  const out = contacts.value - reached.value
  if (out <= 0) return `${gets}.`
  const why = left_out.map(
    ({ reason, estimate }) => `${countText(estimate.value)} ${reasonOfMany(reason, estimate.value)}`,
  )
  const about = reached.exact ? '' : 'about '
  return `${gets} · ${about}${countText(out)} ${out === 1 ? 'is' : 'are'} left out: ${why.join(', ')}.`
}

/**
 * Returns the share of the recipients that are done with, in whole per cent; undefined while the recipients are still
 * being looked for.
 */
export function shareOf({ audience_total: total, progress }: Campaign): number | undefined {
  if (total === null) return undefined
  return total === 0 ? 100 : Math.floor(((total - progress.pending) / total) * 100)
}

/** Titles and next steps, by the reason of a pause. */
const pauses: Readonly<Record<string, readonly [title: string, next: string]>> = {
  manual: [
    'Paused by a user',
    'Nothing is sent until you resume the campaign. It then continues with the remaining recipients.',
  ],
  missed_schedule: [
    'The campaign could not start in time',
    'The service was down past the latest start, so nothing was sent. Resume the campaign if it is still timely, or cancel it.',
  ],
  render_failures: [
    'Mail to too many recipients could not be rendered',
    'See which recipients failed and which values are missing. Fix the values, retry the failed recipients, then resume.',
  ],
  bounce_rate: [
    'More than 5% of the mail bounced',
    'The audience contains dead addresses, which harms your reputation with mailbox providers. Find out where they come from before you resume. Bounced addresses get no more mail.',
  ],
  complaint_rate: [
    'More than 0.3% of recipients complained',
    'Recipients report the mail as spam. Continuing harms all mail from your domain, so cancel the campaign unless you are sure that recipients want it.',
  ],
  domain_not_verified: [
    'The sender’s domain is no longer verified',
    'Check the domain’s records, and resume once the domain is verified.',
  ],
  segment_too_costly: [
    'A segment’s rule took too long',
    'Cancel the campaign, simplify the rule, and start a copy.',
  ],
  segment_invalid: [
    'A segment’s rule is no longer valid',
    'For example, it looks further back than events are kept. Fix the rule, then resume.',
  ],
  restored: [
    'The database was restored from a backup',
    'Some of the mail may have been sent already. See who has received it, then resume or cancel.',
  ],
}

/** Returns the title of a pause, and what to do next. */
export function pauseOf(reason: string | null): readonly [title: string, next: string] {
  const known = pauses[reason ?? 'manual']
  return known ?? [`Paused: ${(reason ?? '').replaceAll('_', ' ')}`, 'Resume or cancel the campaign.']
}
