import rules from 'contract:UpdateWorkspaceRequest'
import type { Workspace } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { TextField } from '../../ui/forms/field.js'
import { SavedForm } from '../../ui/forms/saved-form.js'

const nameRules = { name: { ...rules.name, required: true } }

/** Renames the workspace. */
export function WorkspaceName({ workspace }: { workspace: Workspace }) {
  return (
    <SavedForm
      isAside
      rules={nameRules}
      initial={{ name: workspace.name }}
      call={{ method: 'PATCH', path: '/v1/workspace' }}
      needs="owner"
      submit={async (values) => {
        queries.setQueryData(['workspace'], await client.workspace.update({ name: String(values.name) }))
        // The frame shows the name.
        await queries.invalidateQueries({ queryKey: ['session'] })
      }}
    >
      <TextField name="name" label="Name" hint="In the navigation, and in sign-in mails." />
    </SavedForm>
  )
}
