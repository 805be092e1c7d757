import rules from 'contract:CreateAutomationRequest'
import type { Automation } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useCurrentProject, useProjectsError } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { Screen } from '../../app/screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf, useForm, type Values } from '../../ui/forms/form.js'
import { later } from '../../ui/loading/later.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { lacksOf, requestOf, type Content, type Refusal } from './definition/content.js'
import { refusalsIn } from './definition/refusals.js'
import { beginWith } from './definition/starts.js'
import { readContent } from './definition/working-copy.js'

const Editor = later('the outline', () => import('./outline/editor.js'))

function bodyOf(values: Values) {
  return {
    project_id: textOf(values.project_id),
    name: textOf(values.name),
    ...requestOf(values.content as Content),
  }
}

/** Creates an automation: a draft with its first version. */
export default function NewAutomation() {
  const { project } = useCurrentProject()
  const failed = useProjectsError()
  const { params } = useParams()
  const { route } = useLocation()
  const { start } = params
  const begin = useMemo(() => beginWith(start), [start])
  const [checks, setChecks] = useState(0)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  return (
    <Screen
      title="New automation"
      above={<a href={pathTo('automations')}>Automations</a>}
      hint="Saved as a draft. Nothing starts until you publish a version."
    >
      {failed.error !== null && (
        <ErrorNotice error={failed.error} title="The projects could not be loaded" onRetry={failed.retry} />
      )}
      {project === undefined && failed.error === null && <Lines what="the form" count={6} />}
      {project !== undefined && (
        <Form<Automation>
          key={start}
          rules={{ name: rules.name!, project_id: rules.project_id! }}
          initial={{ project_id: project.id, name: begin.name || undefined, content: begin.content }}
          draft={start === undefined ? 'automation' : `automation.${start}`}
          call={{ method: 'POST', path: '/v1/automations', body: bodyOf }}
          verb="Create the automation"
          submit={async (values) => {
            setChecks((count) => count + 1)
            setRefusals([])
            if (lacksOf(values.content as Content).size > 0)
              throw new Error('The automation is not complete. Fill in the marked fields.')
            try {
              return await client.automations.create(bodyOf(values))
            } catch (error) {
              setRefusals(refusalsIn(error))
              throw error
            }
          }}
          onDone={({ id }) => {
            void queries.invalidateQueries({ queryKey: ['automations', 'list'] })
            route(pathTo(`automations/${id}`))
          }}
        >
          <Card>
            <div class="columns">
              <TextField name="name" label="Name" placeholder="Welcome series" />
              <ProjectField />
            </div>
          </Card>
          <Card title="What it does">
            <Content
              begin={begin.content}
              checks={checks}
              refusals={refusals}
              onEdited={() => setRefusals((before) => (before.length === 0 ? before : []))}
            />
          </Card>
        </Form>
      )}
    </Screen>
  )
}

function Content({
  begin,
  checks,
  refusals,
  onEdited,
}: {
  begin: Content
  checks: number
  refusals: readonly Refusal[]
  onEdited: () => void
}) {
  const { values, set } = useForm()
  const content = readContent(values.content)
  useEffect(() => {
    // Stored by an older console, and unreadable for this one.
    if (content === undefined) set('content', begin)
  }, [content === undefined])
  if (content === undefined) return null
  return (
    <Editor
      projectId={textOf(values.project_id)}
      content={content}
      checks={checks}
      refusals={refusals}
      onChange={(next) => {
        onEdited()
        set('content', next)
      }}
    />
  )
}
