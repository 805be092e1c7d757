import rules from 'contract:UpdateCampaignRequest'
import { Pencil } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { textOf } from '../../../ui/forms/form.js'
import { change } from '../data.js'

const ownRules = { name: { ...rules.name, required: true } }

/** Renames the campaign. */
export function Rename({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const [asks, setAsks] = useState(false)
  const needs = status === 'scheduled' ? { needs: 'admin' as const } : {}
  return (
    <>
      <Button kind="plain" icon={Pencil} label="Rename" {...needs} onClick={() => setAsks(true)} />
      {asks && (
        <FormDialog
          title="Rename the campaign"
          onClose={() => setAsks(false)}
          rules={ownRules}
          initial={{ name }}
          call={{ method: 'PATCH', path: `/v1/campaigns/${id}` }}
          verb="Rename"
          {...needs}
          submit={(values) => change(id, { name: textOf(values.name) })}
        >
          <TextField name="name" label="Name" hint="Recipients do not see it." />
        </FormDialog>
      )}
    </>
  )
}
