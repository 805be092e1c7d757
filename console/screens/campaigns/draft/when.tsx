import rules from 'contract:UpdateCampaignRequest'
import type { Campaign } from 'postseal'
import { takeDraft } from '../../../state/drafts.js'
import { NumberField } from '../../../ui/forms/field.js'
import { useForm, type Values } from '../../../ui/forms/form.js'
import { RadioField } from '../../../ui/forms/radio-field.js'
import { later } from '../../../ui/loading/later.js'
import { absoluteText } from '../../../ui/time.js'

const StartTime = later('the time', () => import('./start-time.js'))

/** Time at which a campaign is to start; undefined if it starts as soon as somebody starts it. */
export interface Start {
  readonly at: string | undefined
}

/**
 * Returns the key of the start time chosen in this browser: the service stores a time only for a scheduled campaign.
 */
export const draftOf = (id: string) => `campaign.start.${id}`

/** Returns the start time of a campaign, as far as it is known. */
export function startOf({ id, scheduled_at, status }: Campaign): Start {
  const kept = takeDraft(draftOf(id))?.at
  if (status === 'scheduled') return { at: scheduled_at ?? undefined }
  return { at: typeof kept === 'string' ? kept : undefined }
}

/** Describes the start time in a few words. */
export function whenText({ at }: Start): string {
  return at === undefined ? 'Now' : absoluteText(new Date(at))
}

/** Tells whether the chosen time has passed. */
export function isOver({ at }: Start): boolean {
  return at !== undefined && new Date(at).getTime() < Date.now()
}

const delayUnit = 60

/** The form's rules, in which the delay is in minutes instead of seconds. */
export const whenRules = {
  starts_at: { required: true },
  rate_per_hour: rules.rate_per_hour ?? {},
  max_delay_minutes: {
    type: 'integer',
    required: true,
    minimum: (rules.max_delay_seconds?.minimum ?? delayUnit) / delayUnit,
    maximum: (rules.max_delay_seconds?.maximum ?? delayUnit) / delayUnit,
  },
}

/** The fields for the campaign's start, its rate, and how late it may be. */
export function When({ campaign }: { campaign: Campaign }) {
  const { values } = useForm()
  return (
    <>
      <RadioField
        name="start"
        label="Start"
        options={[
          { value: 'now', label: 'Now', hint: 'As soon as you click Start.' },
          { value: 'at', label: 'At a time', hint: 'Up to a year ahead.' },
        ]}
      />
      {values.start === 'at' && <StartTime />}
      <details class="campaign-more" open={campaign.rate_per_hour !== null}>
        <summary>Pace</summary>
        <div class="columns">
          <NumberField
            name="rate_per_hour"
            label="Most messages per hour"
            hint="Spreads the campaign evenly: 3,600 is one a second. Leave empty to send as fast as possible."
          />
          <NumberField
            name="max_delay_minutes"
            label="Latest start"
            unit="minutes after the scheduled time"
            hint="If the service is down for longer than this, the campaign is paused instead of starting late."
          />
        </div>
      </details>
    </>
  )
}

/** Returns the saved pace and the chosen start as values of the form. */
export function whenValues({ rate_per_hour, max_delay_seconds }: Campaign, start: Start): Values {
  return {
    start: start.at === undefined ? 'now' : 'at',
    starts_at: start.at,
    rate_per_hour: rate_per_hour ?? undefined,
    max_delay_minutes: max_delay_seconds / delayUnit,
  }
}

/** Returns the part of the request that sets the pace. */
export function whenRequest({ rate_per_hour, max_delay_minutes }: Values) {
  return {
    rate_per_hour: typeof rate_per_hour === 'number' ? rate_per_hour : null,
    ...(typeof max_delay_minutes === 'number' && {
      max_delay_seconds: Math.round(max_delay_minutes * delayUnit),
    }),
  }
}
