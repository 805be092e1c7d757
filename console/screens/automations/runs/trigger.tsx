import rules from 'contract:TriggerAutomationRequest'
import type { Automation, AutomationTriggered } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { Notice } from '../../../ui/notices/notice.js'
import { contactByAddress } from './contact-names.js'
import { checkObject, JsonField, objectOf } from './json-field.js'
import { freshRuns } from '../queries.js'
import { ignoredText } from '../words.js'

function requestOf(values: Values, contactId: string) {
  const data = objectOf(values, 'data')
  const key = textOf(values.key)
  return { contact_id: contactId, ...(data !== undefined && { data }), ...(key !== '' && { key }) }
}

/** Starts a run for a contact by hand. */
export default function Trigger({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const { id, project_id: projectId } = automation
  const [result, setResult] = useState<AutomationTriggered>()
  return (
    <FormDialog<AutomationTriggered>
      title="Start a run"
      onClose={onClose}
      outcome={result && <Outcome id={id} result={result} onClose={onClose} />}
      rules={{ email: { type: 'string', required: true, format: 'email' }, key: rules.key! }}
      draft={`automation.trigger.${id}`}
      call={{
        method: 'POST',
        path: `/v1/automations/${id}/trigger`,
        body: (values) => requestOf(values, 'con_…'),
      }}
      verb="Start the run"
      needs="admin"
      submit={async (values) => {
        checkObject(values, 'data', 'The data')
        const contact = await contactByAddress(projectId, textOf(values.email).trim())
        return client.automations.trigger(id, requestOf(values, contact.id))
      }}
      onDone={(triggered) => {
        freshRuns(id)
        setResult(triggered)
      }}
    >
      <p>
        Starts a run for one contact, whatever the trigger. The entry rule and the re-entry limit still apply.
        Real mail is sent{automation.environment === 'test' ? ' to the sink' : ''}.
      </p>
      <TextField name="email" label="Address of the contact" type="email" placeholder="ada@example.com" />
      <JsonField
        name="data"
        label="Data as JSON"
        hint="Replaces the properties of the event that would start the run."
        placeholder={'{ "plan": "pro" }'}
      />
      <TextField
        name="key"
        label="Key"
        mono
        placeholder="cart_1"
        hint="The value of the re-entry property, if the automation has one."
      />
    </FormDialog>
  )
}

function Outcome({
  id,
  result: { outcome, reason, run },
  onClose,
}: {
  id: string
  result: AutomationTriggered
  onClose: () => void
}) {
  return (
    <div class="stack">
      {outcome === 'started' ? (
        <Notice kind="good" title="The run has started" />
      ) : (
        <Notice kind="warn" title="No run was started">
          {ignoredText(reason)}.
        </Notice>
      )}
      <div class="row">
        {run !== null && run !== undefined && (
          <LinkButton kind="main" href={pathTo(`automations/${id}/runs/${run.id}`)}>
            Show the run
          </LinkButton>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}
