import rules from 'contract:CreateDeletionRequest'
import { Eraser } from '../../icons/icons.js'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useProjectsError } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf } from '../../ui/forms/form.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Preview, type Subject } from './preview.js'

/**
 * Erases the data of an address: the user names the address, sees what will be erased, and types the address once
 * more.
 */
export default function Erase() {
  const { params, change } = useParams()
  const failed = useProjectsError()
  const subject: Subject | undefined = params.email
    ? { email: params.email, ...(params.of && { project_id: params.of }) }
    : undefined
  return (
    <Screen
      title="Erase an address"
      above={<a href={pathTo('erasures')}>Erasures</a>}
      hint="For people who ask to be forgotten. To remove only a contact, delete it on its page."
    >
      {failed.error !== null && (
        <ErrorNotice error={failed.error} title="The projects could not be loaded" onRetry={failed.retry} />
      )}
      <Card title="Whose data?">
        <Form
          // A link that names another address begins again.
          key={`${params.email} ${params.of}`}
          rules={rules}
          initial={{ email: params.email, project_id: params.of }}
          call={{ method: 'POST', path: '/v1/compliance/deletions/preview' }}
          verb="Preview"
          needs="admin"
          submit={async ({ email, project_id }) =>
            change({ email: textOf(email).trim(), of: textOf(project_id) }, true)
          }
        >
          <TextField name="email" label="Address" type="email" placeholder="ada@example.com" />
          <ProjectField
            label="Where"
            none="The whole workspace"
            hint="Erasure requests usually cover everything. Choose one project only if you send on behalf of others."
          />
        </Form>
      </Card>
      {subject && <Rest key={`${subject.email} ${subject.project_id}`} subject={subject} />}
    </Screen>
  )
}

function Rest({ subject }: { subject: Subject }) {
  const { route } = useLocation()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Preview subject={subject} />
      <Card title="What stays">
        <div class="stack">
          <ul class="dots">
            <li>Counts, and logs and events without the address and the name.</li>
            <li>The proof that consents were given: a time and a keyed hash of each.</li>
            <li>A suppression by a keyed hash, so that nothing is sent to the address again.</li>
            <li>
              Mail that receiving servers have accepted, which is out of reach, and attachments of messages to
              other people.
            </li>
            <li>
              In other texts that mention the address, <span class="mono">erased@erased.invalid</span>{' '}
              replaces it.
            </li>
          </ul>
          <div class="row">
            <Button icon={Eraser} kind="main" danger needs="admin" onClick={() => setAsks(true)}>
              Erase…
            </Button>
          </div>
        </div>
      </Card>
      {asks && (
        <Confirm
          title="Erase this address?"
          verb="Erase"
          name={subject.email}
          run={async () => {
            const made = await client.deletions.create(subject)
            // Data of the address in the cache of the queries are removed, too.
            queries.removeQueries({ type: 'inactive' })
            queries.removeQueries({ queryKey: ['deletions'] })
            queries.setQueryData(['deletions', made.id], made)
            route(pathTo(`erasures/${made.id}`), true)
          }}
          onClose={() => setAsks(false)}
        >
          <p>
            {subject.project_id === undefined
              ? 'All data about this address in the workspace is erased.'
              : 'All data about this address in this project is erased. Other projects keep theirs.'}{' '}
            This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  )
}
