import { Mistake } from '../../../ui/forms/mistake.js'
import type { VariableType } from '../../../ui/variables/values.js'

/** A field for the typed value of a variable. */
export function ValueInput({
  id,
  type,
  value,
  none,
  mistake,
  onChange,
}: {
  id: string
  type: VariableType
  value: string
  /** Label of the option for no value. */
  none: string
  mistake: string | undefined
  onChange: (typed: string) => void
}) {
  const common = {
    id,
    value,
    placeholder: none,
    'aria-invalid': mistake === undefined ? undefined : ('true' as const),
    'aria-describedby': mistake === undefined ? undefined : `${id}-mistake`,
  }
  return (
    <>
      {type === 'boolean' ? (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{none}</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      ) : type === 'object' || type === 'array' ? (
        <textarea
          {...common}
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder={type === 'array' ? '["one", "two"]' : '{ "name": "value" }'}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          {...common}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          autocomplete="off"
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <Mistake id={id} text={mistake} />
    </>
  )
}
