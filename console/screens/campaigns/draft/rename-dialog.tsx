import rules from 'contract:UpdateCampaignRequest'
import type { Campaign } from 'postseal'
import type { Role } from '../../../state/session.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { textOf } from '../../../ui/forms/form.js'
import { change } from '../data.js'

const ownRules = { name: { ...rules.name, required: true } }

/** The dialog that renames a campaign. It is loaded when it is opened. */
export default function RenameDialog({
  campaign: { id, name },
  onClose,
  ...needs
}: {
  campaign: Campaign
  needs?: Role
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Rename the campaign"
      onClose={onClose}
      rules={ownRules}
      initial={{ name }}
      call={{ method: 'PATCH', path: `/v1/campaigns/${id}` }}
      verb="Rename"
      {...needs}
      submit={(values) => change(id, { name: textOf(values.name) })}
    >
      <TextField name="name" label="Name" hint="Recipients do not see it." />
    </FormDialog>
  )
}
