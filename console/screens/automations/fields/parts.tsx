import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { withValue } from '../../segments/conditions/comparison.js'
import { SpanInput } from '../../segments/conditions/span-input.js'

export { withValue }

/** A labelled field with a hint below. `part` is the property's name, by which a refusal finds the field. */
export function Part({
  label,
  part,
  hint,
  wide,
  children,
}: {
  label: string
  part?: string
  hint?: ComponentChildren
  wide?: boolean
  children: (input: {
    id: string
    'data-part': string | undefined
    'aria-describedby': string | undefined
  }) => ComponentChildren
}) {
  const id = useId()
  return (
    <div class={`field ${wide === true ? 'wide-part' : ''}`}>
      <label for={id}>{label}</label>
      {children({
        id,
        'data-part': part,
        'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
      })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

interface Common {
  readonly label: string
  readonly part: string
  readonly value: unknown
  readonly hint?: ComponentChildren
  readonly wide?: boolean
}

/** A field for a line of text; an empty text is undefined. */
export function TextPart({
  value,
  onChange,
  placeholder,
  mono,
  type = 'text',
  list,
  ...common
}: Common & {
  onChange: (value: string | undefined) => void
  placeholder?: string
  mono?: boolean
  type?: 'text' | 'email' | 'time'
  /** Suggested texts. */
  list?: readonly string[]
}) {
  const proposals = useId()
  return (
    <Part {...common}>
      {(input) => (
        <>
          <input
            {...input}
            type={type}
            class={mono === true ? 'mono' : undefined}
            autocomplete="off"
            spellcheck={mono !== true}
            placeholder={placeholder}
            list={list === undefined ? undefined : proposals}
            value={typeof value === 'string' ? value : ''}
            onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : text)}
          />
          {list !== undefined && (
            <datalist id={proposals}>
              {list.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Part>
  )
}

/** A choice of one of a few values. A value that is not among the options stays, and is shown as it is. */
export function ChoicePart({
  value,
  options,
  none,
  onChange,
  ...common
}: Common & {
  options: readonly (readonly [value: string, label: string])[]
  /** Label of the option for no value; without it, a value has to be chosen. */
  none?: string
  onChange: (value: string | undefined) => void
}) {
  const shown = typeof value === 'string' ? value : ''
  const isKnown = shown === '' || options.some(([each]) => each === shown)
  return (
    <Part {...common}>
      {(input) => (
        <select
          {...input}
          value={shown}
          onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : chosen)}
        >
          {(none !== undefined || shown === '') && <option value="">{none ?? 'Choose'}</option>}
          {!isKnown && <option value={shown}>{shown}</option>}
          {options.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Part>
  )
}

/** A checkbox. */
export function CheckPart({
  label,
  part,
  hint,
  value,
  onChange,
}: Common & { onChange: (value: boolean) => void }) {
  const id = useId()
  return (
    <div class="choice wide-part">
      <input
        id={id}
        type="checkbox"
        data-part={part}
        checked={value === true}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
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

/** A field for a span of time as an ISO 8601 duration. */
export function SpanPart({
  label,
  part,
  value,
  onChange,
}: Omit<Common, 'hint'> & { onChange: (value: unknown) => void }) {
  const id = useId()
  return (
    <div class="field" role="group" aria-labelledby={id} data-span={part}>
      <span class="label" id={id}>
        {label}
      </span>
      <div class="row span-part">
        <SpanInput value={value} onChange={onChange} />
      </div>
    </div>
  )
}

function parsed(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : text
  } catch {
    return text
  }
}

/**
 * A field for an object as JSON. A text that is not an object is passed on as text, so that nothing typed is lost.
 */
export function JsonPart({
  value,
  onChange,
  placeholder,
  ...common
}: Common & { onChange: (value: unknown) => void; placeholder: string }) {
  const [typed, setTyped] = useState<string>()
  const given = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2)
  const isSame =
    typed !== undefined &&
    JSON.stringify(typed.trim() === '' ? undefined : parsed(typed)) === JSON.stringify(value)
  return (
    <Part {...common} wide>
      {(input) => (
        <textarea
          {...input}
          class="mono json-part"
          rows={3}
          spellcheck={false}
          placeholder={placeholder}
          value={isSame ? typed : given}
          onInput={({ currentTarget: { value: text } }) => {
            setTyped(text)
            onChange(text.trim() === '' ? undefined : parsed(text))
          }}
        />
      )}
    </Part>
  )
}
