import rules from 'contract:CreateTopicRequest'
import type { CreateTopicRequest, Topic } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useCurrentProject } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { SelectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { topicOf, TopicFields } from './topic-fields.js'
import { checkRows, rowsIn } from './translation-rows.js'

/** Makes a topic. */
export function AddTopic({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const { project, projects } = useCurrentProject()
  if (project === undefined) return null
  return (
    <Dialog title="Make a topic" wide onClose={onClose}>
      <Form<Topic>
        rules={rules}
        initial={{ project_id: project.id, default_subscribed: true }}
        draft="topic"
        call={{ method: 'POST', path: '/v1/topics', body: requestOf }}
        verb="Make it"
        needs="admin"
        onCancel={onClose}
        submit={(values) => {
          checkRows(rowsIn(values.translations))
          return client.topics.create(requestOf(values))
        }}
        onDone={(made) => {
          queries.setQueryData(['topics', made.id], made)
          void queries.invalidateQueries({ queryKey: ['topics'] })
          route(pathTo(`lists/topics/${made.id}`))
        }}
      >
        <TextField
          name="key"
          label="Key"
          mono
          placeholder="product-news"
          hint="Programs name the topic by it: small letters, digits, and hyphens between them. It never changes."
        />
        <TopicFields />
        <SelectField
          name="project_id"
          label="Project"
          options={projects.map(({ id, name, environment }) => [id, `${name} (${environment})`])}
        />
      </Form>
    </Dialog>
  )
}

function requestOf(values: Values): CreateTopicRequest {
  const { description, translations, ...others } = topicOf(values)
  return {
    project_id: textOf(values.project_id),
    key: textOf(values.key).trim(),
    ...others,
    ...(description !== null && { description }),
    ...(Object.keys(translations).length > 0 && { translations }),
  }
}
