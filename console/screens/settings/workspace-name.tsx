import rules from 'contract:UpdateWorkspaceRequest'
import type { Workspace } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { TextField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'

const nameRules = { name: { ...rules.name, required: true } }

/** Renames the workspace. */
export function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const [saved, setSaved] = useState(false)
  return (
    <Form
      rules={nameRules}
      initial={{ name: workspace.name }}
      call={{ method: 'PATCH', path: '/v1/workspace' }}
      verb="Save"
      needs="owner"
      submit={async (values) => {
        setSaved(false)
        queries.setQueryData(['workspace'], await client.workspace.update({ name: String(values.name) }))
        // The frame shows the name.
        await queries.invalidateQueries({ queryKey: ['session'] })
      }}
      onDone={() => setSaved(true)}
    >
      <TextField name="name" label="Name" hint="In the navigation, and in sign-in mails." />
      <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
        {saved && 'Saved.'}
      </p>
    </Form>
  )
}
