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
  manual: ['Somebody paused it', 'Nothing is sent until it is resumed. It goes on with exactly the rest.'],
  missed_schedule: [
    'It could not start in time',
    'The service was away for longer than the campaign may be late, so nothing was sent. Resume it where it is still the right time, or cancel it.',
  ],
  render_failures: [
    'The mail of too many recipients could not be made',
    'Look at the recipients that failed and at what is missing. Repair their values, retry the failed, then resume.',
  ],
  bounce_rate: [
    'More than 5 % of its mail bounced',
    'The audience holds dead addresses. Mailbox providers judge you by that: find out where they come from before you resume. Those that bounced get nothing more.',
  ],
  complaint_rate: [
    'More than 0.3 % of its mail was complained about',
    'People call it spam. Ask who wants this mail, and cancel it unless you know. Going on harms all mail of your domain.',
  ],
  domain_not_verified: [
    'The sender’s domain is not verified any more',
    'Look at the domain’s records. Resume once the domain is verified.',
  ],
  segment_too_costly: [
    'A segment’s rule took too long',
    'Cancel it, make the rule simpler, and send a copy of the campaign.',
  ],
  segment_invalid: [
    'A segment’s rule does not hold any more',
    'It looks further back than events are kept, for example. Repair the rule, then resume.',
  ],
  restored: [
    'The service was started on a restored database',
    'A part of the mail may have been sent before. See which recipients have it, then resume or cancel.',
  ],
}

/** Returns the title of a pause, and what to do next. */
export function pauseOf(reason: string | null): readonly [title: string, next: string] {
  const known = pauses[reason ?? 'manual']
  return known ?? [`It was paused: ${(reason ?? '').replaceAll('_', ' ')}`, 'Resume it, or cancel it.']
}
