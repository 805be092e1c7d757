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
      title="New project"
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
      <TextField name="name" label="Name" placeholder="Shop" hint="Usually one project per product." />
      <RadioField
        name="environment"
        label="Environment"
        hint="Cannot be changed later."
        options={[
          { value: 'live', label: 'Live', hint: 'Real people get the mail.' },
          {
            value: 'test',
            label: 'Test',
            hint: 'All mail goes to the sink, whatever the address.',
          },
        ]}
      />
    </AddDialog>
  )
}
