import { Button } from '../controls/button.js'
import { Field, LinesField } from '../forms/field.js'
import { textOf, useForm } from '../forms/form.js'
import { asJson, fieldOf, sentVariables, type Variable } from './values-of-form.js'
import { typedValue } from './values.js'

/** A field for the value of each variable of a template. Whoever likes that more writes all of them as JSON. */
export function VariableFields({ of }: { of: readonly Variable[] }) {
  const { values, set, disabled } = useForm()
  const json = values[asJson]
  if (of.length === 0) return <p class="small quiet">The template has no variables.</p>
  const isJson = typeof json === 'string'
  const swap = () => {
    if (!isJson) return set(asJson, JSON.stringify(sentVariables(of, values), null, 2))
    const read = sentVariables(of, values)
    if (typeof read === 'object' && read !== null) {
      for (const { name, type } of of)
        set(fieldOf(name), typedValue((read as Record<string, unknown>)[name], type))
    }
    return set(asJson, undefined)
  }
  return (
    <fieldset class="variable-values stack">
      <legend>Values</legend>
      {isJson ? (
        <LinesField
          name={asJson}
          label="Values as JSON"
          mono
          rows={6}
          hint="An object with a property for each variable."
        />
      ) : (
        <div class="variable-grid">
          {of.map((variable) => (
            <VariableField key={`${variable.name} ${variable.type}`} of={variable} />
          ))}
        </div>
      )}
      <div>
        <Button kind="plain" disabled={disabled} onClick={swap}>
          {isJson ? 'Edit in fields' : 'Edit as JSON'}
        </Button>
      </div>
    </fieldset>
  )
}

function VariableField({ of: { name, type, default: preset } }: { of: Variable }) {
  const { values, set, leave } = useForm()
  const field = fieldOf(name)
  const value = textOf(values[field])
  const write = (text: string) => set(field, text === '' ? undefined : text)
  const placeholder = preset === '' ? undefined : preset
  return (
    <Field name={field} label={name} {...(preset !== '' && { hint: `Default: ${preset}` })}>
      {(input) =>
        type === 'boolean' ? (
          <select {...input} value={value} onChange={(event) => write(event.currentTarget.value)}>
            <option value="">Not set</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </select>
        ) : type === 'object' || type === 'array' ? (
          <textarea
            {...input}
            class="mono"
            rows={3}
            spellcheck={false}
            placeholder={placeholder ?? (type === 'array' ? '["one", "two"]' : '{ "name": "value" }')}
            value={value}
            onInput={(event) => write(event.currentTarget.value)}
            onBlur={() => leave(field)}
          />
        ) : (
          <input
            {...input}
            inputMode={type === 'number' ? 'decimal' : 'text'}
            autocomplete="off"
            placeholder={placeholder}
            value={value}
            onInput={(event) => write(event.currentTarget.value)}
            onBlur={() => leave(field)}
          />
        )
      }
    </Field>
  )
}
