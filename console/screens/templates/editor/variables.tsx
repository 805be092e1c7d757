import { Plus, Trash2 } from '../../../icons/icons.js'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { readValue, Unreadable, type VariableType } from '../../../ui/variables/values.js'
import type { TypedVariable } from './content.js'
import { ValueInput } from '../preview/value-input.js'

const types: readonly (readonly [type: VariableType, words: string])[] = [
  ['string', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Yes or no'],
  ['object', 'Object'],
  ['array', 'List'],
  ['any', 'Any'],
]

/** Maximum number of variables by the contract. */
const max = 50

/** The variables that the content may use. */
export default function Variables({
  of,
  onChange,
}: {
  of: readonly TypedVariable[]
  onChange: (variables: readonly TypedVariable[]) => void
}) {
  const change = (at: number, changes: Partial<TypedVariable>) =>
    onChange(of.map((variable, index) => (index === at ? { ...variable, ...changes } : variable)))
  return (
    <div class="stack">
      <p class="small quiet">
        Each send gives the values. Content that uses an undeclared name is refused. <code>contact</code> and{' '}
        <code>unsubscribe_url</code> need no declaration.
      </p>
      {of.length === 0 && <p class="quiet">No variables yet.</p>}
      <ul class="stack">
        {of.map((variable, at) => (
          <li key={at}>
            <Declared
              variable={variable}
              others={of.filter((_, index) => index !== at)}
              onChange={(changes) => change(at, changes)}
              onRemove={() => onChange(of.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          disabled={of.length >= max}
          onClick={() =>
            onChange([...of, { name: freeName(of), type: 'string', required: true, default: '' }])
          }
        >
          New variable
        </Button>
      </div>
    </div>
  )
}

function freeName(of: readonly TypedVariable[]): string {
  for (let number = of.length + 1; ; number++) {
    const name = `variable_${number}`
    if (!of.some((variable) => variable.name === name)) return name
  }
}

function Declared({
  variable,
  others,
  onChange,
  onRemove,
}: {
  variable: TypedVariable
  others: readonly TypedVariable[]
  onChange: (changes: Partial<TypedVariable>) => void
  onRemove: () => void
}) {
  const id = useId()
  const { name, type, required } = variable
  const mistake = mistakeInName(name, others)
  const value = readValue(type, variable.default)
  return (
    <fieldset class="variable">
      <legend class="visually-hidden">The variable {name}</legend>
      <div class="field">
        <label for={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          class="mono"
          autocomplete="off"
          spellcheck={false}
          value={name}
          aria-invalid={mistake === undefined ? undefined : 'true'}
          aria-describedby={mistake === undefined ? undefined : `${id}-name-mistake`}
          onInput={(event) => onChange({ name: event.currentTarget.value })}
        />
        <Mistake id={`${id}-name`} text={mistake} />
      </div>
      <div class="field">
        <label for={`${id}-type`}>Type</label>
        <select
          id={`${id}-type`}
          value={type}
          onChange={(event) => onChange({ type: event.currentTarget.value as VariableType, default: '' })}
        >
          {types.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div class="field default">
        <label for={`${id}-default`}>
          Default <span class="optional">(optional)</span>
        </label>
        <ValueInput
          id={`${id}-default`}
          type={type}
          value={variable.default}
          none="No default"
          mistake={value instanceof Unreadable ? value.message : undefined}
          onChange={(typed) => onChange({ default: typed })}
        />
      </div>
      <div class="choice">
        <input
          id={`${id}-required`}
          type="checkbox"
          // A variable with a default can be left out of a send.
          disabled={variable.default !== ''}
          checked={variable.default === '' && required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
        <label for={`${id}-required`}>Required</label>
      </div>
      <Button kind="plain" icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
    </fieldset>
  )
}

function mistakeInName(name: string, others: readonly TypedVariable[]): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
    return 'Letters, digits and underscores, not a digit first, at most 64.'
  return others.some((other) => other.name === name) ? 'Another variable has this name.' : undefined
}
