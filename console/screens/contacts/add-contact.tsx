import rules from 'contract:UpsertContactRequest'
import type { Contact, UpsertContactRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { useCurrentProject } from '../../api/project.js'
import { pathTo } from '../../state/location.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { PropertiesField } from './properties/properties-field.js'
import { checkRows, propertiesOf, rowsIn } from './properties/property-rows.js'

/** Adds a contact. A contact that exists already is changed, and the dialog says so. */
export function AddContact({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  const { route } = useLocation()
  const { project } = useCurrentProject()
  const [changed, setChanged] = useState<Contact>()
  if (project === undefined) return null
  return (
    <FormDialog
      title={changed === undefined ? 'New contact' : 'The contact already existed'}
      onClose={onClose}
      outcome={changed && <Changed contact={changed} onClose={onClose} />}
      rules={rules}
      initial={{ project_id: project.id, email, properties: [] }}
      draft="contact"
      call={{ method: 'PUT', path: '/v1/contacts', body: requestOf }}
      verb="Add"
      needs="admin"
      submit={async (values) => {
        checkRows(rowsIn(values.properties))
        const { data, response } = await client.contacts.upsert(requestOf(values)).withResponse()
        queries.setQueryData(['contacts', data.id], data)
        await queries.invalidateQueries({ queryKey: ['contacts'] })
        return { contact: data, isNew: response.status === 201 }
      }}
      onDone={({ contact, isNew }) => {
        if (isNew) route(pathTo(`contacts/${contact.id}`))
        else setChanged(contact)
      }}
    >
      <TextField
        name="email"
        label="Address"
        type="email"
        placeholder="ada@example.com"
        hint="If the project already has a contact with this address, it is updated. Empty fields keep their value."
      />
      <TextField name="name" label="Name" placeholder="Ada Lovelace" />
      <ProjectField />
      <PropertiesField hint="Data about the person, for segments and templates. Up to 100 properties." />
    </FormDialog>
  )
}

function Changed({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  return (
    <div class="stack">
      <Notice title={contact.email}>
        The contact was updated with your values. Its other properties are unchanged.
      </Notice>
      <div class="row">
        <LinkButton kind="main" href={pathTo(`contacts/${contact.id}`)}>
          Open it
        </LinkButton>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

function requestOf({ project_id, email, name, properties }: Values): UpsertContactRequest {
  const given = propertiesOf(rowsIn(properties))
  return {
    project_id: textOf(project_id),
    email: textOf(email).trim(),
    ...(name !== undefined && { name: textOf(name) }),
    ...(Object.keys(given).length > 0 && { properties: given }),
  }
}
