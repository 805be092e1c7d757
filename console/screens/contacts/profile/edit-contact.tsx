import rules from 'contract:UpdateContactRequest'
import type { Contact, UpdateContactRequest } from 'postseal'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { CheckField, TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { PropertiesField } from '../properties/properties-field.js'
import { checkRows, propertiesOf, rowsIn, rowsOf } from '../properties/property-rows.js'

/** Rules that require an address: a request may leave it out, but a contact always has one. */
const withAddress = { ...rules, email: { ...rules['email'], required: true } }

/** Changes the data of a contact, and its address. */
export function EditContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const isOptedOut = contact.unsubscribed_at !== null
  // The form does not send a field that the person left as it was: it may have changed meanwhile, an opt-out above all.
  const requestOf = ({ email, name, unsubscribed, properties }: Values): UpdateContactRequest => {
    const changed = propertiesOf(rowsIn(properties), contact.properties)
    const newName = name === undefined ? null : textOf(name)
    const newEmail = textOf(email)
    return {
      ...(newEmail !== contact.email && { email: newEmail }),
      ...(newName !== contact.name && { name: newName }),
      ...(unsubscribed !== isOptedOut && { unsubscribed: unsubscribed === true }),
      ...(Object.keys(changed).length > 0 && { properties: changed }),
    }
  }
  return (
    <FormDialog<Contact>
      title="Edit the contact"
      onClose={onClose}
      rules={withAddress}
      initial={{
        email: contact.email,
        name: contact.name ?? undefined,
        unsubscribed: isOptedOut,
        properties: rowsOf(contact.properties),
      }}
      call={{ method: 'PATCH', path: `/v1/contacts/${contact.id}`, body: requestOf }}
      verb="Save"
      needs="admin"
      submit={async (values) => {
        checkRows(rowsIn(values.properties))
        const request = requestOf(values)
        if (Object.keys(request).length === 0) return contact
        const changed = await client.contacts.update(contact.id, request)
        queries.setQueryData(['contacts', contact.id], changed)
        await queries.invalidateQueries({ queryKey: ['contacts'] })
        return changed
      }}
    >
      <TextField
        name="email"
        label="Address"
        type="email"
        hint="Subscriptions move to the new address; pending ones must be confirmed again. Messages, logs and suppressions stay with the old address."
      />
      <TextField name="name" label="Name" placeholder="Ada Lovelace" />
      <CheckField
        name="unsubscribed"
        label="Has opted out of campaigns and automations"
        hint="Applies to this project. Transactional mail is still sent, and subscriptions to lists do not change."
      />
      <PropertiesField hint="Properties that you remove here are deleted. Properties that a program adds in the meantime are kept." />
    </FormDialog>
  )
}
