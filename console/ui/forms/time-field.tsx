import { Field, type Common } from './field.js'
import { useForm } from './form.js'
import { readersZone } from '../time.js'

/** A field for a moment, typed in the reader's time zone and sent as RFC 3339. */
export function TimeField({ hint, ...common }: Common) {
  const { values, set, leave } = useForm()
  const { name } = common
  const value = values[name] as string | undefined
  return (
    <Field
      {...common}
      hint={
        <>
          {hint} In your time zone, {readersZone}.
        </>
      }
    >
      {(input) => (
        <input
          {...input}
          name={name}
          type="datetime-local"
          value={value === undefined ? '' : localText(new Date(value))}
          onInput={(event) => {
            const { value: text } = event.currentTarget
            set(name, text === '' ? undefined : new Date(text).toISOString())
          }}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
}

/** Formats a time for the field: local, to the minute. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
