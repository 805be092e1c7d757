import { Plus, X } from '../../../icons/icons.js'
import { Button } from '../../../ui/controls/button.js'
import { useForm } from '../../../ui/forms/form.js'
import { JsonPart, SpanPart, TextPart } from '../fields/parts.js'
import { rowsOf } from './events.js'
import type { Body } from '../definition/steps.js'

const max = 50

/** A field for the contact's events after the start, each with its delay. The form holds them in `events`. */
export default function EventsField() {
  const { values, set } = useForm()
  const rows = rowsOf(values.events)
  const change = (index: number, changes: Body) =>
    set('events', rows.with(index, { ...rows[index], ...changes }))
  return (
    <fieldset class="stack tight" data-field="events">
      <legend>
        Events afterwards <span class="optional quiet">(optional)</span>
      </legend>
      <p class="small quiet">Events that are not listed here do not occur.</p>
      {rows.map((row, index) => (
        <div class="exit-part" key={index} role="group" aria-label={`Event ${index + 1}`}>
          <div class="step-fields">
            <TextPart
              label="Event"
              part="name"
              mono
              placeholder="order_placed"
              value={row.name}
              onChange={(name) => change(index, { name: name ?? '' })}
            />
            <SpanPart
              label="After"
              part="after"
              value={row.after}
              onChange={(after) => change(index, { after })}
            />
            <JsonPart
              label="Properties as JSON"
              part="properties"
              placeholder={'{ "total": 49.9 }'}
              value={row.properties}
              onChange={(properties) => change(index, { properties })}
            />
          </div>
          <Button
            kind="plain"
            icon={X}
            label={`Remove event ${index + 1}`}
            onClick={() => set('events', rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div class="row">
        <Button
          icon={Plus}
          disabled={rows.length >= max}
          onClick={() => set('events', [...rows, { name: '', after: 'P1D' }])}
        >
          Add an event
        </Button>
      </div>
    </fieldset>
  )
}
