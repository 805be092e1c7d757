import { useId } from 'preact/hooks'
import type { Common } from './field.js'
import { useForm } from './form.js'
import { Mistake } from './mistake.js'

/** A value to choose, its meaning, and the reason if it can't be chosen. */
export interface RadioOption {
  readonly value: string
  readonly label: string
  readonly hint?: string
  readonly refusal?: string | undefined
}

/** A choice of one of a few values, each with its meaning. */
export function RadioField({ name, label, hint, options }: Common & { options: readonly RadioOption[] }) {
  const { values, mistakes, set, disabled } = useForm()
  const id = useId()
  const mistake = mistakes[name]
  return (
    <fieldset
      class="stack tight"
      role="radiogroup"
      aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}
    >
      <legend>{label}</legend>
      {hint !== undefined && <p class="small quiet">{hint}</p>}
      {options.map(({ value, label: text, hint: more, refusal }) => {
        const said = [more, refusal].filter(Boolean).join(' ')
        return (
          <div class="choice" key={value}>
            <input
              id={`${id}-${value}`}
              type="radio"
              name={`${id}-${name}`}
              data-field={name}
              value={value}
              disabled={disabled || refusal !== undefined}
              aria-invalid={mistake === undefined ? undefined : 'true'}
              aria-describedby={said === '' ? undefined : `${id}-${value}-hint`}
              checked={values[name] === value}
              onChange={() => set(name, value)}
            />
            <label for={`${id}-${value}`}>{text}</label>
            {said !== '' && (
              <span class="hint quiet small" id={`${id}-${value}-hint`}>
                {said}
              </span>
            )}
          </div>
        )
      })}
      <Mistake id={id} text={mistake} />
    </fieldset>
  )
}
