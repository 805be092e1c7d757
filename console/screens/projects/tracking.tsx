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
        Tracking is off by default: in many countries you need a legal basis or consent to record what people
        read. Each message can override this setting.{' '}
        <a href={`${apiBase}/docs/guide/tracking`} target="_blank" rel="noreferrer">
          What is recorded, and how reliable the figures are
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
          label="Track opens"
          hint="Adds an invisible image to HTML mail, which most mail programs load when the mail is opened."
        />
        <CheckField
          name="clicks"
          label="Track clicks"
          hint="Links in HTML mail go through this service to their destination. Unsubscribe links are not changed."
        />
        <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
          {saved && 'Saved. Applies to mail sent from now on.'}
        </p>
      </Form>
    </div>
  )
}
