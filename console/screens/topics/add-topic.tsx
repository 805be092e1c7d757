import rules from 'contract:CreateTopicRequest'
import type { CreateTopicRequest } from 'postseal'
import { client } from '../../api/client.js'
import { useCurrentProject } from '../../api/project.js'
import { AddDialog } from '../../ui/dialogs/add-dialog.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { topicOf, TopicFields } from './topic-fields.js'
import { checkRows, rowsIn } from './translation-rows.js'

/** Creates a topic. */
export function AddTopic({ onClose }: { onClose: () => void }) {
  const { project } = useCurrentProject()
  if (project === undefined) return null
  return (
    <AddDialog
      title="New topic"
      wide
      rules={rules}
      initial={{ project_id: project.id, default_subscribed: true }}
      draft="topic"
      path="/v1/topics"
      requestOf={requestOf}
      check={({ translations }) => checkRows(rowsIn(translations))}
      create={(request) => client.topics.create(request)}
      verb="Create the topic"
      kept="topics"
      screen="lists/topics"
      onClose={onClose}
    >
      <TextField
        name="key"
        label="Key"
        mono
        placeholder="product-news"
        hint="Programs use it to name the topic: lowercase letters, digits and hyphens. It cannot be changed later."
      />
      <TopicFields />
      <ProjectField />
    </AddDialog>
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
