import rules from 'contract:UpdateAutomationRequest'
import { Archive } from '../../icons/icons.js'
import type { Automation } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectNames } from '../../api/project.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { Time } from '../../ui/time.js'
import { toast } from '../../ui/notices/toast.js'
import { freshRuns, noteAutomation } from './queries.js'

function requestOf(values: Values) {
  return { name: textOf(values.name) }
}

/** The details of an automation: its facts, its name, and the button that archives it. */
export default function Details({ automation }: { automation: Automation }) {
  const { id, name, project_id: projectId, status } = automation
  const nameOf = useProjectNames()
  const archive = async () => {
    await noteAutomation(await client.automations.archive(id))
    freshRuns(id)
  }
  return (
    <>
      <Card title="Details">
        <Facts
          of={[
            ['Id', <Copyable key="id" text={id} what="the automation’s id" />],
            ['Project', nameOf(projectId)],
            ['Published', automation.published_version ?? 'No version'],
            ['Latest version', automation.latest_version],
            ['Created', <Time key="made" at={automation.created_at} absolute />],
            ['Changed', <Time key="changed" at={automation.updated_at} absolute />],
          ]}
        />
      </Card>
      <Card title="Rename">
        <Form<Automation>
          key={name}
          rules={rules}
          initial={{ name }}
          call={{ method: 'PATCH', path: `/v1/automations/${id}`, body: requestOf }}
          verb="Rename"
          submit={(values) => client.automations.update(id, requestOf(values))}
          onDone={(changed) => {
            void noteAutomation(changed)
            toast('The automation was renamed.')
          }}
        >
          <TextField name="name" label="Name" hint="Recipients do not see it." />
        </Form>
      </Card>
      {status !== 'archived' && (
        <Card title="Archive">
          <div class="stack">
            <p>Ends the automation permanently: no new runs start, and current runs are cancelled.</p>
            <div class="row">
              <AskButton
                icon={Archive}
                button="Archive"
                title="Archive this automation?"
                verb="Archive"
                name={name}
                run={archive}
              >
                <p>
                  Current runs are cancelled; if there are many, this continues in the background. You cannot
                  restore an archived automation, but you can still read its runs and versions.
                </p>
              </AskButton>
            </div>
          </div>
        </Card>
      )}
    </>
  )
}
