import rules from 'contract:UpdateProjectRequest'
import type { Project } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { apiBase } from '../../state/location.js'
import { CheckField } from '../../ui/forms/field.js'
import { Form, type Values } from '../../ui/forms/form.js'

const trackingOf = ({ opens, clicks }: Values) => ({ opens: opens === true, clicks: clicks === true })

/** The choice whether the service records opens of the project's mail and clicks on its links. */
export function Tracking({ project }: { project: Project }) {
  const [saved, setSaved] = useState(false)
  return (
    <div class="stack">
      <p>
        It is off until you switch it on: what people read is their own affair, and in many countries you need
        a reason, or their consent, to note it. A message may decide otherwise for itself.{' '}
        <a href={`${apiBase}/docs/guide/tracking`} target="_blank" rel="noreferrer">
          What is noted, and what the figures are worth
        </a>
      </p>
      <Form
        rules={rules.tracking?.properties ?? {}}
        initial={{ ...project.tracking }}
        call={{
          method: 'PATCH',
          path: `/v1/projects/${project.id}`,
          body: (values) => ({ tracking: trackingOf(values) }),
        }}
        verb="Save"
        needs="admin"
        isAside
        submit={async (values) => {
          setSaved(false)
          const changed = await client.projects.update(project.id, { tracking: trackingOf(values) })
          queries.setQueryData(['projects', project.id], changed)
          await queries.invalidateQueries({ queryKey: ['projects'] })
        }}
        onDone={() => setSaved(true)}
      >
        <CheckField
          name="opens"
          label="Note opens"
          hint="HTML mail gets an image of one pixel, which most readers load when the mail is shown."
        />
        <CheckField
          name="clicks"
          label="Note clicks"
          hint="Links of HTML mail lead through this service, and on to where they led. Links to unsubscribe stay."
        />
        <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
          {saved && 'Saved. It holds for mail that is sent from now on.'}
        </p>
      </Form>
    </div>
  )
}
