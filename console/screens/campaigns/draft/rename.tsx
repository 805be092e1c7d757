import rules from 'contract:UpdateCampaignRequest'
import { Pencil } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { Form, textOf } from '../../../ui/forms/form.js'
import { change } from '../data.js'

const ownRules = { name: { ...rules.name, required: true } }

/** Gives the campaign another name. */
export function Rename({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const [asks, setAsks] = useState(false)
  const needs = status === 'scheduled' ? { needs: 'admin' as const } : {}
  return (
    <>
      <Button kind="plain" icon={Pencil} label="Rename" {...needs} onClick={() => setAsks(true)} />
      {asks && (
        <Dialog title="Rename the campaign" onClose={() => setAsks(false)}>
          <Form
            rules={ownRules}
            initial={{ name }}
            call={{ method: 'PATCH', path: `/v1/campaigns/${id}` }}
            verb="Rename"
            {...needs}
            onCancel={() => setAsks(false)}
            submit={(values) => change(id, { name: textOf(values.name) })}
            onDone={() => setAsks(false)}
          >
            <TextField name="name" label="Name" hint="Recipients do not see it." />
          </Form>
        </Dialog>
      )}
    </>
  )
}
