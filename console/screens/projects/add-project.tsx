import rules from 'contract:CreateProjectRequest'
import type { CreateProjectRequest } from 'postseal'
import { client } from '../../api/client.js'
import { AddDialog, asTyped } from '../../ui/dialogs/add-dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { RadioField } from '../../ui/forms/radio-field.js'

/** Adds a project. Its environment can't be changed later. */
export function AddProject({ onClose }: { onClose: () => void }) {
  return (
    <AddDialog
      title="Add a project"
      rules={rules}
      initial={{ environment: 'live' }}
      draft="project"
      path="/v1/projects"
      requestOf={asTyped<CreateProjectRequest>}
      create={(request) => client.projects.create(request)}
      verb="Add"
      kept="projects"
      onClose={onClose}
    >
      <TextField name="name" label="Name" placeholder="Shop" hint="For people: one product, one project." />
      <RadioField
        name="environment"
        label="Environment"
        hint="It stays as it is chosen here."
        options={[
          { value: 'live', label: 'Live', hint: 'Mail goes to people.' },
          {
            value: 'test',
            label: 'Test',
            hint: 'Mail goes to the sink and to nobody else, whatever the addresses are.',
          },
        ]}
      />
    </AddDialog>
  )
}
