import { LinesField, NumberField, SelectField, TextField } from '../../../../ui/forms/field.js'
import { textOf } from '../../../../ui/forms/form.js'
import { fieldOf, type Declared } from './variable-values.js'

/** A field for each variable that the template declares. */
export function VariableFields({ declared }: { declared: readonly Declared[] }) {
  if (declared.length === 0) return <p class="small quiet">The template has no variables.</p>
  return (
    <>
      {declared.map((one) => (
        <VariableField key={`${one.name} ${one.type}`} of={one} />
      ))}
    </>
  )
}

function VariableField({ of }: { of: Declared }) {
  const { name, type } = of
  const isNeeded = of.required && (of.default ?? null) === null
  const common = {
    name: fieldOf(name),
    label: name,
    hint: hintOf(of),
    ...(isNeeded && { note: 'required, here or for each contact' }),
  }
  if (type === 'number') return <NumberField {...common} />
  if (type === 'boolean') {
    return (
      <SelectField
        {...common}
        none="Not set"
        options={[
          ['true', 'Yes'],
          ['false', 'No'],
        ]}
      />
    )
  }
  if (type === 'string' || type === 'any') return <TextField {...common} />
  return <LinesField {...common} mono rows={3} placeholder={type === 'array' ? '["one", "two"]' : '{ }'} />
}

/** Says where the variable's value comes from if it is not typed here. */
function hintOf({ name, required, default: preset, type }: Declared): string {
  const kind = type === 'array' || type === 'object' ? 'JSON. ' : ''
  const property = `${kind}Leave empty to use each contact’s property ${name}`
  if (preset !== null && preset !== undefined)
    return `${property}, or else ${textOf(preset) || JSON.stringify(preset)}.`
  return required ? `${property}. Contacts without it get no mail.` : `${property}, if there is one.`
}
