import rules from 'contract:CreateProjectRequest'
import type { CreateProjectRequest, Project } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { RadioField } from '../../ui/forms/radio-field.js'

/** Adds a project. What it is for can't be changed later. */
export function AddProject({ onClose, onDone }: { onClose: () => void; onDone: (project: Project) => void }) {
  return (
    <Dialog title="Add a project" onClose={onClose}>
      <Form<Project>
        rules={rules}
        initial={{ environment: 'live' }}
        draft="project"
        call={{ method: 'POST', path: '/v1/projects' }}
        verb="Add"
        needs="admin"
        onCancel={onClose}
        submit={async (values) => {
          const project = await client.projects.create(values as unknown as CreateProjectRequest)
          await queries.invalidateQueries({ queryKey: ['projects'] })
          return project
        }}
        onDone={onDone}
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
      </Form>
    </Dialog>
  )
}
