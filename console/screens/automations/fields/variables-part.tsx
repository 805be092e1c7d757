import { useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { readValue, typedValue, Unreadable, type VariableType } from '../../../ui/variables/values.js'
import { useVersion } from '../../templates/queries.js'
import { ValueInput } from '../../templates/preview/value-input.js'
import type { Body } from '../definition/steps.js'
import { JsonPart, Part, withValue } from './parts.js'

/**
 * The values of a template's variables: a field for each, or all of them as JSON.
 *
 * @param props.version the version whose variables are asked for; undefined if no template is chosen
 */
export function VariablesPart({
  templateId,
  version,
  value,
  onChange,
}: {
  templateId: string | undefined
  version: number | undefined
  value: unknown
  onChange: (value: unknown) => void
}) {
  const { data } = useVersion(templateId ?? '', templateId === undefined ? undefined : version)
  const [isJson, setIsJson] = useState(false)
  const given = (value ?? {}) as Body
  const declared = data?.variables ?? []
  const names = new Set(declared.map(({ name }) => name))
  const isObject = typeof given === 'object'
  // Values that have no field can only be changed as JSON.
  const hasFields = declared.length > 0 && isObject && Object.keys(given).every((name) => names.has(name))
  if (isJson || !hasFields) {
    return (
      <div class="stack tight wide-part">
        <JsonPart
          label="Variables as JSON"
          part="variables"
          placeholder={'{ "code": "WELCOME" }'}
          hint="Other variables come from the run’s data, then from the contact’s properties, then from the template’s defaults."
          value={value}
          onChange={onChange}
        />
        {hasFields && (
          <div>
            <Button kind="plain" onClick={() => setIsJson(false)}>
              Edit in fields
            </Button>
          </div>
        )}
      </div>
    )
  }
  const set = (name: string, next: unknown) => {
    const all = withValue(given, name, next)
    onChange(Object.keys(all).length === 0 ? undefined : all)
  }
  return (
    <fieldset class="stack tight wide-part variable-values">
      <legend>Variables</legend>
      <p class="small quiet">
        If empty, the value comes from the run’s data, then from the contact’s property of the same name, then
        from the template’s default.
      </p>
      <div class="variable-grid">
        {declared.map((one) => (
          <VariablePart key={`${one.name} ${one.type}`} {...one} value={given[one.name]} onChange={set} />
        ))}
      </div>
      <div>
        <Button kind="plain" onClick={() => setIsJson(true)}>
          Edit as JSON
        </Button>
      </div>
    </fieldset>
  )
}

function VariablePart({
  name,
  type,
  required,
  default: preset,
  value,
  onChange,
}: {
  name: string
  type: VariableType | (string & {})
  required: boolean
  default?: unknown
  value: unknown
  onChange: (name: string, value: unknown) => void
}) {
  const [typed, setTyped] = useState<string>()
  const ofType = type as VariableType
  const read = typed === undefined ? undefined : readValue(ofType, typed)
  const mistake = read instanceof Unreadable ? read.message : undefined
  // A typed text that is not a value stays in its field.
  const shown = mistake === undefined ? typedValue(value, type) : (typed ?? '')
  const usual = typedValue(preset, type)
  const none = type === 'boolean' ? 'Not set here' : usual
  return (
    <Part
      label={name}
      part={name}
      {...(required && usual === '' && { hint: 'A run without a value fails.' })}
    >
      {({ id }) => (
        <ValueInput
          id={id}
          type={ofType}
          value={shown}
          none={none}
          mistake={mistake}
          onChange={(next) => {
            setTyped(next)
            const value = readValue(ofType, next)
            if (!(value instanceof Unreadable)) onChange(name, value)
          }}
        />
      )}
    </Part>
  )
}
