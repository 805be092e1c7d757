import { Plus, X } from '../../../icons/icons.js'
import { useId, useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { useForm } from '../../../ui/forms/form.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { maxProperties, mistakeInRow, rowsIn, typeWords, type PropertyRow } from './property-rows.js'

const blank: PropertyRow = { name: '', type: 'string', value: '' }

/** A field for properties, as rows of a name, a type and a value. The form holds the rows in `properties`. */
export function PropertiesField({ hint }: { hint: string }) {
  const { values, mistakes, set, disabled } = useForm()
  const rows = rowsIn(values.properties)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const frame = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const refusal = mistakes.properties
  const change = (index: number, changes: Partial<PropertyRow>) =>
    set(
      'properties',
      rows.map((row, at) => (at === index ? { ...row, ...changes } : row)),
    )
  const add = () => {
    set('properties', [...rows, blank])
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('.property:last-of-type input')?.focus(),
    )
  }
  const remove = (index: number) => {
    set(
      'properties',
      rows.filter((_, at) => at !== index),
    )
    setLeft(new Set())
  }
  return (
    <fieldset ref={frame} class="stack tight" data-field="properties" aria-describedby={`${id}-hint`}>
      <legend>
        Properties <span class="optional quiet">(optional)</span>
      </legend>
      <p class="small quiet" id={`${id}-hint`}>
        {hint}
      </p>
      {rows.map((row, index) => {
        const own = left.has(index) ? mistakeInRow(row, rows) : undefined
        const input = {
          disabled,
          'aria-invalid': own === undefined && refusal === undefined ? undefined : ('true' as const),
          'aria-describedby': own === undefined ? undefined : `${id}-${index}-mistake`,
          onBlur: () => setLeft((before) => new Set([...before, index])),
        }
        const number = index + 1
        return (
          <div class="property" key={index}>
            <input
              {...input}
              class="mono"
              aria-label={`Name of property ${number}`}
              placeholder="plan"
              autocomplete="off"
              spellcheck={false}
              value={row.name}
              onInput={(event) => change(index, { name: event.currentTarget.value })}
            />
            <select
              disabled={disabled}
              aria-label={`Type of property ${number}`}
              value={row.type}
              onChange={(event) => {
                const type = event.currentTarget.value as PropertyRow['type']
                change(index, {
                  type,
                  value: type === 'boolean' ? 'true' : row.type === 'boolean' ? '' : row.value,
                })
              }}
            >
              {Object.entries(typeWords).map(([type, words]) => (
                <option key={type} value={type}>
                  {words}
                </option>
              ))}
            </select>
            {row.type === 'boolean' ? (
              <select
                disabled={disabled}
                aria-label={`Value of property ${number}`}
                value={row.value}
                onChange={(event) => change(index, { value: event.currentTarget.value })}
              >
                <option value="true">Yes</option>
                <option value="false">No</option>
              </select>
            ) : (
              <input
                {...input}
                aria-label={`Value of property ${number}`}
                placeholder={row.type === 'number' ? '5' : 'pro'}
                inputMode={row.type === 'number' ? 'decimal' : 'text'}
                autocomplete="off"
                value={row.value}
                onInput={(event) => change(index, { value: event.currentTarget.value })}
              />
            )}
            <Button
              kind="plain"
              icon={X}
              label={`Take property ${number} away`}
              disabled={disabled}
              onClick={() => remove(index)}
            />
            <Mistake id={`${id}-${index}`} text={own} />
          </div>
        )
      })}
      <Mistake id={id} text={refusal} />
      {!disabled && (
        <div class="row">
          <Button
            icon={Plus}
            disabled={rows.length >= maxProperties}
            title={
              rows.length >= maxProperties ? `There are ${maxProperties}, which is the most.` : undefined
            }
            onClick={add}
          >
            Add a property
          </Button>
        </div>
      )}
    </fieldset>
  )
}
