import rules from 'contract:RecordContactEventRequest'
import type { ContactEvent, RecordContactEventRequest } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../../api/client.js'
import { queries } from '../../../api/queries.js'
import { pathTo } from '../../../state/location.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { TextField } from '../../../ui/forms/field.js'
import { textOf, type Values } from '../../../ui/forms/form.js'
import { TimeField } from '../../../ui/forms/time-field.js'
import { PropertiesField } from '../properties/properties-field.js'
import { checkRows, propertiesOf, rowsIn } from '../properties/property-rows.js'

/** Records an event of a contact, as your application does by the API. */
export function RecordEvent({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const { route } = useLocation()
  return (
    <FormDialog<ContactEvent>
      title="Record an event"
      onClose={onClose}
      rules={rules}
      initial={{ properties: [] }}
      draft={`contact-event.${contactId}`}
      call={{ method: 'POST', path: `/v1/contacts/${contactId}/events`, body: requestOf }}
      verb="Record"
      needs="admin"
      submit={async (values) => {
        checkRows(rowsIn(values.properties))
        const event = await client.contacts.recordEvent(contactId, requestOf(values))
        await queries.invalidateQueries({ queryKey: ['contacts', contactId] })
        return event
      }}
      onDone={(event) => {
        onClose()
        route(pathTo(`contacts/${contactId}`, { part: 'events', event: event.id }))
      }}
    >
      <TextField
        name="name"
        label="Name"
        mono
        placeholder="order_placed"
        hint="A name of your own. Automations triggered by this event start."
      />
      <TimeField name="at" label="When it happened" hint="Leave empty for now." />
      <PropertiesField hint="Details of the event, such as a total." />
    </FormDialog>
  )
}

function requestOf({ name, at, properties }: Values): RecordContactEventRequest {
  const given = propertiesOf(rowsIn(properties))
  return {
    name: textOf(name).trim(),
    ...(at !== undefined && { at: textOf(at) }),
    ...(Object.keys(given).length > 0 && { properties: given }),
  }
}
