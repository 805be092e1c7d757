import rules from 'contract:SimulatedContact'
import type { Automation, AutomationSimulation, SimulateAutomationRequest } from 'postseal'
import { client } from '../../../api/client.js'
import { Card } from '../../../ui/card.js'
import { CheckField, ChoicesField, SelectField, TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { later } from '../../../ui/loading/later.js'
import { Notice } from '../../../ui/notices/notice.js'
import { TimeField } from '../../../ui/forms/time-field.js'
import { PropertiesField } from '../../contacts/properties/properties-field.js'
import { checkRows, propertiesOf, rowsIn } from '../../contacts/properties/property-rows.js'
import { contactByAddress } from '../runs/contact-names.js'
import type { Content } from '../definition/content.js'
import { checkEvents, eventsOf } from './events.js'
import { checkObject, JsonField, objectOf } from '../runs/json-field.js'
import { useNamed } from '../names.js'

const EventsField = later('the events', () => import('./events-field.js'))
const Result = later('the path', () => import('./path.js'))

const isInvented = ({ who }: Values) => who !== 'contact'

function requestOf(values: Values, version: number, contactId?: string): SimulateAutomationRequest {
  const email = textOf(values.email).trim()
  const name = textOf(values.name)
  const properties = propertiesOf(rowsIn(values.properties))
  const lists = Array.isArray(values.confirmed_lists) ? (values.confirmed_lists as string[]) : []
  const data = objectOf(values, 'data')
  const at = textOf(values.at)
  const events = eventsOf(values.events)
  return {
    version,
    ...(isInvented(values)
      ? {
          contact: {
            email,
            ...(name !== '' && { name }),
            ...(Object.keys(properties).length > 0 && { properties }),
            ...(values.unsubscribed === true && { unsubscribed: true }),
            ...(lists.length > 0 && { confirmed_lists: lists }),
          },
        }
      : { contact_id: contactId ?? 'con_…' }),
    ...(data !== undefined && { data }),
    ...(at !== '' && { at }),
    ...(events.length > 0 && { events }),
  } as SimulateAutomationRequest
}

/** Shows the path of a contact through the latest version, as if time passed instantly. */
export default function Simulation({
  automation,
  version,
  isChanged,
  simulation,
  content,
  onSimulated,
}: {
  automation: Automation
  version: number
  /** True if there are changes that no version has. */
  isChanged: boolean
  simulation: AutomationSimulation | undefined
  /** Content of the simulated version. */
  content: Content
  onSimulated: (simulation: AutomationSimulation) => void
}) {
  const { id, project_id: projectId } = automation
  const named = useNamed(projectId)
  return (
    <Card title="Simulation" hint="Nothing is sent or stored, and waits end at once.">
      <div class="stack">
        {isChanged && (
          <Notice>
            Simulates version {version}, which does not include your unsaved changes. Save them first to
            simulate them.
          </Notice>
        )}
        <Form<AutomationSimulation>
          rules={{ who: { required: true }, email: rules.email!, name: rules.name! }}
          initial={{ who: 'invented', email: 'ada@example.com', name: 'Ada Lovelace' }}
          call={{
            method: 'POST',
            path: `/v1/automations/${id}/simulate`,
            body: (values) => requestOf(values, version),
          }}
          verb="Simulate"
          submit={async (values) => {
            checkRows(rowsIn(values.properties))
            checkObject(values, 'data', 'The data')
            checkEvents(values.events)
            const contactId = isInvented(values)
              ? undefined
              : (await contactByAddress(projectId, textOf(values.email).trim())).id
            return client.automations.simulate(id, requestOf(values, version, contactId))
          }}
          onDone={onSimulated}
        >
          {(values) => (
            <>
              <SelectField
                name="who"
                label="For"
                options={[
                  ['invented', 'An invented contact'],
                  ['contact', 'A contact of the project'],
                ]}
              />
              <TextField name="email" label="Address" type="email" placeholder="ada@example.com" />
              {isInvented(values) && (
                <details class="more-fields">
                  <summary>Data of the contact</summary>
                  <div class="stack">
                    <TextField name="name" label="Name" placeholder="Ada Lovelace" />
                    <PropertiesField hint="Used by rules, waits and mails." />
                    <ChoicesField
                      name="confirmed_lists"
                      label="Confirmed lists"
                      options={named.choices.lists.map((list) => [list.id, list.name] as const)}
                    />
                    <CheckField name="unsubscribed" label="Has opted out of campaigns and automations" />
                  </div>
                </details>
              )}
              <details class="more-fields">
                <summary>What happens, and when</summary>
                <div class="stack">
                  <JsonField
                    name="data"
                    label="Data of the trigger as JSON"
                    hint="The properties of the event that starts the run."
                    placeholder={'{ "total": 49.9 }'}
                  />
                  <TimeField name="at" label="Begins" hint="Leave empty for now." />
                  <EventsField />
                </div>
              </details>
            </>
          )}
        </Form>
        <div aria-live="polite">
          {simulation !== undefined && (
            <Result simulation={simulation} content={content} version={version} names={named.names} />
          )}
        </div>
      </div>
    </Card>
  )
}
