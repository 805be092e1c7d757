import rules from 'contract:UpdateCampaignRequest'
import type { Campaign, UpdateCampaignRequest } from 'postseal'
import { keepDraft, takeDraft } from '../../../state/drafts.js'
import { NumberField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { RadioField } from '../../../ui/forms/radio-field.js'
import { TimeField } from '../../../ui/forms/time-field.js'
import { absoluteText } from '../../../ui/time.js'
import { change } from '../data.js'
import { PartForm, Watch } from './part.js'

/** Time at which a campaign is to start; undefined if it starts as soon as somebody starts it. */
export interface Start {
  readonly at: string | undefined
}

/**
 * Returns the key of the start time chosen in this browser: the service stores a time only for a scheduled campaign.
 */
const draftOf = (id: string) => `campaign.start.${id}`

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
const ownRules = {
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
export function When({
  campaign,
  start,
  onStart,
  isUnsaved,
  onUnsaved,
}: {
  campaign: Campaign
  start: Start
  onStart: (start: Start) => void
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const { id, rate_per_hour, max_delay_seconds } = campaign
  const saved = {
    start: start.at === undefined ? 'now' : 'at',
    starts_at: start.at,
    rate_per_hour: rate_per_hour ?? undefined,
    max_delay_minutes: max_delay_seconds / delayUnit,
  }
  return (
    <PartForm
      campaign={campaign}
      name="when"
      rules={ownRules}
      initial={saved}
      isUnsaved={isUnsaved}
      body={requestOf}
      verb="Save the time"
      submit={async (values) => {
        const at = values.start === 'at' ? textOf(values.starts_at) : undefined
        if (isOver({ at })) throw new Error('This time is over. Choose a later one, or start it now.')
        await change(id, requestOf(values))
        keepDraft(draftOf(id), at === undefined ? undefined : { at })
        onStart({ at })
      }}
    >
      {({ start: chosen }) => (
        <>
          <RadioField
            name="start"
            label="Start"
            options={[
              { value: 'now', label: 'Now', hint: 'As soon as you start it below.' },
              { value: 'at', label: 'At a time', hint: 'Up to a year ahead.' },
            ]}
          />
          {chosen === 'at' && <TimeField name="starts_at" label="Starts at" />}
          <div class="columns">
            <NumberField
              name="rate_per_hour"
              label="Mails an hour at most"
              hint="Spreads the mail evenly: 3,600 is one a second. Empty: as fast as it can be delivered."
            />
            <NumberField
              name="max_delay_minutes"
              label="How late it may start"
              unit="minutes"
              hint="If the service is away for longer at its time, it is paused instead of sent too late."
            />
          </div>
          <Watch saved={saved} body={comparable} onChange={onUnsaved} />
        </>
      )}
    </PartForm>
  )
}

/**
 * Returns the values that are compared to find unsaved changes, among them the time, which is not part of the
 * request.
 */
function comparable(values: Values): unknown {
  return [requestOf(values), values.start, values.start === 'at' ? values.starts_at : undefined]
}

function requestOf({ rate_per_hour, max_delay_minutes }: Values): UpdateCampaignRequest {
  return {
    rate_per_hour: typeof rate_per_hour === 'number' ? rate_per_hour : null,
    ...(typeof max_delay_minutes === 'number' && {
      max_delay_seconds: Math.round(max_delay_minutes * delayUnit),
    }),
  }
}
