import { projectOptions, useProjects } from '../../api/project.js'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useForm } from './form.js'
import { Mistake } from './mistake.js'

export interface Common {
  /** Name of the request's property. */
  readonly name: string
  readonly label: string
  readonly hint?: ComponentChildren
  /** Words beside the label in place of `optional`. */
  readonly note?: string
}

interface Described {
  readonly id: string
  readonly 'data-field': string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': 'true' | undefined
  readonly 'aria-required': 'true' | undefined
  readonly disabled: boolean
}

/** A label, an input, a hint and the message about a mistake. */
export function Field({
  name,
  label,
  hint,
  note,
  children,
}: Common & { children: (input: Described) => ComponentChildren }) {
  const { mistakes, rules, disabled } = useForm()
  const id = useId()
  const mistake = mistakes[name]
  const isRequired = rules[name]?.required === true
  const described = [mistake !== undefined && `${id}-mistake`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  )
  return (
    <div class="field">
      <label for={id}>
        {label} {!isRequired && <span class="optional">({note ?? 'optional'})</span>}
      </label>
      {children({
        id,
        'data-field': name,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': mistake === undefined ? undefined : 'true',
        'aria-required': isRequired ? 'true' : undefined,
        disabled,
      })}
      <Mistake id={id} text={mistake} />
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/**
 * A field for a line of text. An empty value is left out of the request.
 *
 * @param props.proposals texts that the browser proposes while someone types
 */
export function TextField({
  type = 'text',
  placeholder,
  proposals = [],
  mono,
  autocomplete = 'off',
  ...common
}: Common & {
  type?: 'text' | 'email' | 'url' | 'search'
  placeholder?: string
  proposals?: readonly string[]
  mono?: boolean
  autocomplete?: string
}) {
  const { values, set, leave } = useForm()
  const { name } = common
  const id = useId()
  return (
    <Field {...common}>
      {(input) => (
        <>
          <input
            {...input}
            name={name}
            list={proposals.length > 0 ? id : undefined}
            // The browser's own checks would use their own words; the type decides the keyboard of a phone.
            type={type}
            class={mono === true ? 'mono' : undefined}
            spellcheck={type === 'text' && mono !== true}
            autocomplete={autocomplete}
            placeholder={placeholder}
            value={(values[name] as string | undefined) ?? ''}
            onInput={(event) =>
              set(name, event.currentTarget.value === '' ? undefined : event.currentTarget.value)
            }
            onBlur={() => leave(name)}
          />
          {proposals.length > 0 && (
            <datalist id={id}>
              {proposals.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

/** A field for several lines of text. With `list`, each line is an item of an array. */
export function LinesField({
  list,
  mono,
  placeholder,
  rows = 4,
  ...common
}: Common & { list?: boolean; mono?: boolean; placeholder?: string; rows?: number }) {
  const { values, set, leave } = useForm()
  const { name } = common
  const value = values[name]
  const write = (text: string) => {
    if (list === true) set(name, text === '' ? [] : text.split('\n'))
    else set(name, text === '' ? undefined : text)
  }
  return (
    <Field {...common}>
      {(input) => (
        <textarea
          {...input}
          name={name}
          rows={rows}
          class={mono === true ? 'mono' : undefined}
          placeholder={placeholder}
          value={Array.isArray(value) ? value.join('\n') : ((value as string | undefined) ?? '')}
          onInput={(event) => write(event.currentTarget.value)}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
}

/** A field for a number. */
export function NumberField({ unit, ...common }: Common & { unit?: string }) {
  const { values, rules, set, leave } = useForm()
  const { name, label } = common
  const { minimum, maximum } = rules[name] ?? {}
  return (
    <Field {...common} label={unit === undefined ? label : `${label} (${unit})`}>
      {(input) => (
        <input
          {...input}
          name={name}
          type="number"
          inputMode="numeric"
          min={minimum}
          max={maximum}
          value={(values[name] as number | undefined) ?? ''}
          onInput={(event) => {
            const { value, valueAsNumber } = event.currentTarget
            set(name, value === '' ? undefined : valueAsNumber)
          }}
          onBlur={() => leave(name)}
        />
      )}
    </Field>
  )
}

/**
 * A choice of one of a few values. The empty value is left out of the request.
 *
 * @param props.none label of the empty value
 * @param props.isLoading true while the options load: the field is disabled, and keeps its place
 */
export function SelectField({
  options,
  none,
  isLoading = false,
  ...common
}: Common & {
  options: readonly (readonly [value: string, label: string])[]
  none?: string
  isLoading?: boolean
}) {
  const { values, set } = useForm()
  const { name } = common
  return (
    <Field {...common}>
      {(input) => (
        <select
          {...input}
          name={name}
          disabled={input.disabled || isLoading}
          value={(values[name] as string | undefined) ?? ''}
          onChange={(event) =>
            set(name, event.currentTarget.value === '' ? undefined : event.currentTarget.value)
          }
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/**
 * A choice of one of the projects in use.
 *
 * @param props.none label of the option for no project; undefined if a project has to be chosen
 */
export function ProjectField({
  label = 'Project',
  ...rest
}: {
  label?: string
  hint?: string
  none?: string
}) {
  const { data: projects = [] } = useProjects()
  return <SelectField {...rest} name="project_id" label={label} options={projectOptions(projects)} />
}

/** A checkbox. */
export function CheckField({ name, label, hint }: Common) {
  const { values, set, disabled } = useForm()
  const id = useId()
  return (
    <div class="choice">
      <input
        id={id}
        type="checkbox"
        name={name}
        data-field={name}
        disabled={disabled}
        checked={values[name] === true}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => set(name, event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="hint quiet small" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** A choice of any number of a few values, as an array. */
export function ChoicesField({
  name,
  label,
  hint,
  options,
}: Common & { options: readonly (readonly [value: string, label: string, hint?: string])[] }) {
  const { values, mistakes, set, disabled } = useForm()
  const chosen = (values[name] as readonly string[] | undefined) ?? []
  const id = useId()
  const mistake = mistakes[name]
  return (
    <fieldset class="stack tight" aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}>
      <legend>{label}</legend>
      {hint !== undefined && <p class="small quiet">{hint}</p>}
      {options.map(([value, text, more]) => (
        <div class="choice" key={value}>
          <input
            id={`${id}-${value}`}
            type="checkbox"
            data-field={name}
            disabled={disabled}
            aria-invalid={mistake === undefined ? undefined : 'true'}
            checked={chosen.includes(value)}
            onChange={(event) =>
              set(
                name,
                // In the order of the options, whatever the order of the clicks.
                options
                  .map(([option]) => option)
                  .filter((option) =>
                    option === value ? event.currentTarget.checked : chosen.includes(option),
                  ),
              )
            }
          />
          <label for={`${id}-${value}`}>{text}</label>
          {more !== undefined && <span class="hint quiet small">{more}</span>}
        </div>
      ))}
      <Mistake id={id} text={mistake} />
    </fieldset>
  )
}
