import rules from 'contract:UpdateCampaignRequest'
import type { Campaign, UpdateCampaignRequest } from 'postseal'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { NumberField } from '../../../ui/forms/field.js'
import { type Values } from '../../../ui/forms/form.js'
import { change } from '../data.js'

const ownRules = { rate_per_hour: rules.rate_per_hour ?? {} }

/** Changes the sending rate of a campaign that is under way. */
export function Rate({
  campaign: { id, rate_per_hour },
  onClose,
}: {
  campaign: Campaign
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Change the rate"
      onClose={onClose}
      rules={ownRules}
      initial={{ rate_per_hour: rate_per_hour ?? undefined }}
      call={{ method: 'PATCH', path: `/v1/campaigns/${id}`, body: requestOf }}
      verb="Save the rate"
      needs="admin"
      submit={(values) => change(id, requestOf(values))}
    >
      <NumberField
        name="rate_per_hour"
        label="Most messages per hour"
        hint="3,600 is one a second. Leave empty to send as fast as possible."
      />
    </FormDialog>
  )
}

function requestOf({ rate_per_hour }: Values): UpdateCampaignRequest {
  return { rate_per_hour: typeof rate_per_hour === 'number' ? rate_per_hour : null }
}
