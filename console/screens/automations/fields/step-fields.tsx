import { readersZone } from '../../../ui/time.js'
import type { Editing } from '../names.js'
import { earlierSteps } from '../definition/earlier-steps.js'
import { useOutline } from '../outline/outline-context.js'
import { EventPart } from './event-part.js'
import { ChoicePart, JsonPart, Part, SpanPart, TextPart, withValue } from './parts.js'
import { SendFields } from './send-fields.js'
import type { Body, Step } from '../definition/steps.js'

/** The fields of a step, without its key and the steps inside it. */
export function StepFields({ step, ...editing }: Omit<Editing, 'body'> & { step: Step }) {
  const { body } = step
  const { named, onChange } = editing
  const set = (name: string) => (value: unknown) => onChange(withValue(body, name, value))
  switch (step.kind) {
    case 'send':
      return <SendFields body={body} {...editing} />
    case 'wait':
      return <WaitFields body={body} {...editing} />
    case 'wait_for_event':
      return (
        <>
          <WaitedEvent step={step} named={named} onChange={onChange} />
          <SpanPart label="Wait at most" part="timeout" value={body.timeout} onChange={set('timeout')} />
        </>
      )
    case 'branch':
      return (
        <p class="quiet wide-part">
          The run takes the first case whose rule matches, or otherwise the steps below.
        </p>
      )
    case 'update_contact':
      return (
        <>
          <TextPart
            label="Name"
            part="name"
            placeholder="Unchanged"
            value={body.name}
            onChange={set('name')}
          />
          <JsonPart
            label="Properties as JSON"
            part="properties"
            placeholder={'{ "welcomed": true, "trial": null }'}
            hint="Merged with the contact’s properties. Null removes a property."
            value={body.properties}
            onChange={set('properties')}
          />
        </>
      )
    case 'subscribe':
      return <ListPart body={body} named={named} onChange={onChange} />
    case 'unsubscribe':
      return <ListPart body={body} named={named} onChange={onChange} none="All campaigns and automations" />
    case 'record_event':
    case 'notify':
      return <NamedFields {...namings[step.kind]} body={body} onChange={onChange} />
    case 'exit':
      return (
        <TextPart
          label="Reason"
          part="reason"
          placeholder="Has already bought"
          hint="Shown on the page of the run."
          value={body.reason}
          onChange={set('reason')}
        />
      )
  }
}

/** Fields for the event that a step waits for: an open or a click of a mail that was sent before, or any other. */
function WaitedEvent({ step, named, onChange }: Omit<Editing, 'body'> & { step: Step }) {
  const { content } = useOutline()
  const mails = earlierSteps(content.steps, step.id)
    .filter(({ kind }) => kind === 'send')
    .map(({ key, body }) => {
      const name = named.names.template.get(String(body.template_id))
      return { key, name: name === undefined ? `“${key}”` : `“${name}” (${key})` }
    })
  return <EventPart body={step.body} projectId={named.projectId} mails={mails} onChange={onChange} />
}

export function ListPart({ body, named, onChange, none }: Editing & { none?: string }) {
  return (
    <ChoicePart
      label="List"
      part="list_id"
      options={named.choices.lists.map(({ id, name }) => [id, name])}
      {...(none !== undefined && { none })}
      value={body.list_id}
      onChange={(id) => onChange(withValue(body, 'list_id', id))}
    />
  )
}

const namings = {
  record_event: {
    label: 'Event',
    placeholder: 'onboarded',
    json: { label: 'Properties as JSON', part: 'properties', placeholder: '{ "way": "automation" }' },
  },
  notify: {
    label: 'Name',
    placeholder: 'trial_ended',
    hint: 'Your webhooks receive the event automation.notified with this name.',
    json: { label: 'Data as JSON', part: 'data', placeholder: '{ "team": "sales" }' },
  },
} as const

/** The fields for the name that a step needs and the JSON that goes with it. */
function NamedFields({
  body,
  onChange,
  json,
  ...name
}: Pick<Editing, 'body' | 'onChange'> & {
  label: string
  placeholder: string
  hint?: string
  json: { label: string; part: string; placeholder: string }
}) {
  return (
    <>
      <TextPart
        {...name}
        part="name"
        mono
        value={body.name}
        onChange={(typed) => onChange({ ...body, name: typed ?? '' })}
      />
      <JsonPart
        {...json}
        value={body[json.part]}
        onChange={(value) => onChange(withValue(body, json.part, value))}
      />
    </>
  )
}

const waits: readonly (readonly [kind: string, label: string, first: unknown])[] = [
  ['for', 'For a span of time', 'P1D'],
  ['until', 'Until a time', ''],
  ['until_property', 'Until the time in a property', { name: '' }],
  ['time_of_day', 'Until a time of day', { time: '09:00', timezone: readersZone }],
]

function WaitFields({ body, onChange }: Editing) {
  const kind = waits.find(([each]) => each in body)?.[0] ?? 'for'
  const property = (body.until_property ?? {}) as Body
  const day = (body.time_of_day ?? {}) as Body
  return (
    <>
      <ChoicePart
        label="How long"
        part="kind"
        options={waits.map(([each, label]) => [each, label])}
        value={kind}
        onChange={(chosen = 'for') =>
          onChange({ [chosen]: waits.find(([each]) => each === chosen)?.[2] ?? 'P1D' })
        }
      />
      {kind === 'for' && (
        <SpanPart label="Span" part="for" value={body.for} onChange={(span) => onChange({ for: span })} />
      )}
      {kind === 'until' && (
        <UntilPart value={body.until} onChange={(until) => onChange({ until: until ?? '' })} />
      )}
      {kind === 'until_property' && (
        <>
          <TextPart
            label="Property"
            part="name"
            mono
            placeholder="trial_ends_at"
            hint="From the run’s data, or otherwise from the contact."
            value={property.name}
            onChange={(name) => onChange({ until_property: { ...property, name: name ?? '' } })}
          />
          <OffsetPart
            value={property.offset}
            onChange={(offset) => onChange({ until_property: withValue(property, 'offset', offset) })}
          />
        </>
      )}
      {kind === 'time_of_day' && (
        <>
          <TextPart
            label="Time"
            part="time"
            type="time"
            value={day.time}
            onChange={(time) => onChange({ time_of_day: { ...day, time: time ?? '' } })}
          />
          <TextPart
            label="Time zone"
            part="timezone"
            list={Intl.supportedValuesOf('timeZone')}
            value={day.timezone}
            onChange={(timezone) => onChange({ time_of_day: { ...day, timezone: timezone ?? '' } })}
          />
        </>
      )}
    </>
  )
}

/** A field for a moment in the reader's zone. */
function UntilPart({ value, onChange }: { value: unknown; onChange: (value: string | undefined) => void }) {
  const at = typeof value === 'string' && value !== '' ? new Date(value) : undefined
  const local =
    at === undefined || Number.isNaN(at.getTime())
      ? ''
      : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  return (
    <Part label="Time" part="until" hint={`In your time zone, ${readersZone}.`}>
      {(input) => (
        <input
          {...input}
          type="datetime-local"
          value={local}
          onInput={({ currentTarget: { value: text } }) =>
            onChange(text === '' ? undefined : new Date(text).toISOString())
          }
        />
      )}
    </Part>
  )
}

/** A field for a span before or after the time of a property. */
function OffsetPart({ value, onChange }: { value: unknown; onChange: (value: string | undefined) => void }) {
  const text = typeof value === 'string' ? value : undefined
  const side = text === undefined ? undefined : text.startsWith('-') ? 'before' : 'after'
  const span = text?.replace(/^-/, '')
  const written = (of: string, length: string) => (of === 'before' ? `-${length}` : length)
  return (
    <>
      <ChoicePart
        label="Shifted"
        part="offset"
        none="At that time"
        options={[
          ['before', 'Before that time'],
          ['after', 'After that time'],
        ]}
        value={side}
        onChange={(chosen) => onChange(chosen === undefined ? undefined : written(chosen, span ?? 'P3D'))}
      />
      {side !== undefined && (
        <SpanPart
          label="By"
          part="offset"
          value={span}
          onChange={(length) => onChange(typeof length === 'string' ? written(side, length) : undefined)}
        />
      )}
    </>
  )
}
