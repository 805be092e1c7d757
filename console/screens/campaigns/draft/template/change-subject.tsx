import type { Campaign, TemplateVersion } from 'postseal'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../../ui/forms/field.js'
import { textOf } from '../../../../ui/forms/form.js'
import { changeSubject } from './amend-template.js'

/** Changes the subject of the campaign's template, in a new version of it. */
export default function ChangeSubject({
  campaign,
  version,
  onClose,
}: {
  campaign: Campaign
  version: TemplateVersion
  onClose: () => void
}) {
  return (
    <FormDialog
      title="Change the subject"
      onClose={onClose}
      rules={{ subject: { required: true, maxLength: 998 } }}
      initial={{ subject: version.subject ?? '' }}
      call={{
        method: 'POST',
        path: `/v1/templates/${version.template_id}/versions`,
        body: ({ subject: typed }) => ({ subject: typed }),
      }}
      verb="Save and publish"
      needs="admin"
      submit={(values) => changeSubject(campaign, version, textOf(values.subject))}
    >
      <TextField
        name="subject"
        label="Subject"
        hint="The subject belongs to the template, so this publishes a new version of it for everything that sends it."
      />
    </FormDialog>
  )
}
