import { useEffect, useState } from 'preact/hooks'
import {
  neededFor,
  operatorOf,
  operators,
  operatorWords,
  withOperator,
  type Compared,
  type Operator,
} from './conditions.js'
import { SpanInput } from './span-input.js'
import type { Body } from '../rules/tree.js'

interface Editing {
  readonly body: Body
  readonly onChange: (body: Body) => void
}

/** Sets a value of a condition; undefined removes it. */
export function withValue(body: Body, name: string, value: unknown): Body {
  const { [name]: _, ...rest } = body
  return value === undefined ? rest : { ...rest, [name]: value }
}

/** The fields for an operator and the value that it compares with. */
export function Comparison({ body, compared, onChange }: Editing & { compared: Compared }) {
  const operator = operatorOf(body)
  return (
    <>
      <select
        aria-label="Comparison"
        data-part="op"
        value={operator}
        onChange={(event) => onChange(withOperator(body, event.currentTarget.value as Operator, compared))}
      >
        {operators[compared].map((each) => (
          <option key={each} value={each}>
            {operatorWords[each]}
          </option>
        ))}
      </select>
      <Value body={body} compared={compared} onChange={onChange} />
    </>
  )
}

function Value({ body, compared, onChange }: Editing & { compared: Compared }) {
  const { value } = body
  const set = (next: unknown) => onChange(withValue(body, 'value', next))
  switch (neededFor(operatorOf(body), compared)) {
    case 'nothing':
      return null
    case 'duration':
      return <SpanInput value={value} onChange={set} />
    case 'time':
      return <TimeInput value={value} onChange={set} />
    case 'number':
      return <NumberInput label="Number" value={value} onChange={set} />
    case 'boolean':
      return <BooleanInput value={value} onChange={set} />
    case 'text':
      return <TextInput value={value} onChange={set} />
    case 'list':
      return <ListInput value={value} isTyped={compared === 'property'} onChange={set} />
    case 'any':
      return (
        <>
          <TypeSelect type={typeOf(value)} onChange={(type) => set(asType(value, type))} />
          {typeOf(value) === 'number' && <NumberInput label="Value" value={value} onChange={set} />}
          {typeOf(value) === 'boolean' && <BooleanInput value={value} onChange={set} />}
          {typeOf(value) === 'text' && <TextInput value={value} onChange={set} />}
        </>
      )
  }
}

type ValueType = 'text' | 'number' | 'boolean' | 'mixed'

function typeOf(value: unknown): ValueType {
  if (typeof value === 'number' || value === null) return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

/** Converts a value to another type, if possible. */
function asType(value: unknown, type: ValueType): unknown {
  if (type === 'boolean') return value !== 'false' && value !== 0
  if (type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
    return Number.isFinite(number) ? number : null
  }
  return value === null || value === undefined ? undefined : plainText(value)
}

/** Writes a value without quotation marks. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function TypeSelect({ type, onChange }: { type: ValueType; onChange: (type: ValueType) => void }) {
  return (
    <select
      aria-label="Type of the value"
      data-part="type"
      class="short-part"
      value={type}
      onChange={(event) => onChange(event.currentTarget.value as ValueType)}
    >
      <option value="text">text</option>
      <option value="number">number</option>
      <option value="boolean">true/false</option>
      {type === 'mixed' && <option value="mixed">mixed</option>}
    </select>
  )
}

interface Input {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function TextInput({ value, onChange }: Input) {
  return (
    <input
      aria-label="Value"
      data-part="value"
      maxLength={1000}
      autocomplete="off"
      spellcheck={false}
      value={typeof value === 'string' ? value : ''}
      onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : text)}
    />
  )
}

export function NumberInput({
  label,
  value,
  part = 'value',
  onChange,
  ...rest
}: Input & { label: string; part?: string; min?: number; max?: number; step?: number }) {
  return (
    <input
      {...{ step: 'any', ...rest }}
      type="number"
      aria-label={label}
      data-part={part}
      class="short-part"
      value={typeof value === 'number' ? value : ''}
      onInput={({ currentTarget: { value: text, valueAsNumber } }) =>
        onChange(text === '' ? null : valueAsNumber)
      }
    />
  )
}

function BooleanInput({ value, onChange }: Input) {
  return (
    <select
      aria-label="Value"
      data-part="value"
      class="short-part"
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value === 'true')}
    >
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  )
}

/** A field for a time: the browser's own for a day, a text for a time of day. */
function TimeInput({ value, onChange }: Input) {
  const text = typeof value === 'string' ? value : ''
  const isDay = text === '' || /^\d{4}-\d\d-\d\d$/.test(text)
  const [exact, setExact] = useState(!isDay)
  const isExact = exact || !isDay
  return (
    <>
      <select
        aria-label="Day or time"
        data-part="exact"
        class="short-part"
        value={isExact ? 'time' : 'day'}
        onChange={(event) => {
          const wantsTime = event.currentTarget.value === 'time'
          setExact(wantsTime)
          if (wantsTime && text !== '') onChange(`${text}T00:00:00Z`)
          if (!wantsTime && text !== '') onChange(text.slice(0, 10))
        }}
      >
        <option value="day">day (UTC)</option>
        <option value="time">time</option>
      </select>
      <input
        type={isExact ? 'text' : 'date'}
        aria-label={isExact ? 'Time with its offset' : 'Day'}
        data-part="value"
        class={isExact ? 'mono' : undefined}
        placeholder={isExact ? '2026-01-14T09:30:00Z' : undefined}
        value={text}
        onInput={({ currentTarget: { value: typed } }) => onChange(typed === '' ? undefined : typed)}
      />
    </>
  )
}

/** A field for values, one per line. The typed text stays as it is while it is parsed. */
function ListInput({ value, isTyped, onChange }: Input & { isTyped: boolean }) {
  const items = Array.isArray(value) ? (value as unknown[]) : []
  const types = new Set(items.map(typeOf))
  const [only] = types
  const type = types.size > 1 ? 'mixed' : (only ?? 'text')
  const written = items.map((item) =>
    type === 'mixed' ? JSON.stringify(item) : item === null ? '' : plainText(item),
  )
  const [raw, setRaw] = useState<string>()
  const read = (text: string, as: ValueType): unknown[] =>
    text === ''
      ? as === 'number'
        ? [null]
        : []
      : text
          .split('\n')
          .filter((line, index, all) => line !== '' || index < all.length - 1)
          .map((line) => itemOf(line, as))
  // The value was changed elsewhere, in the JSON or by another type.
  useEffect(() => {
    if (raw !== undefined && JSON.stringify(read(raw, type)) !== JSON.stringify(items)) setRaw(undefined)
  }, [JSON.stringify(items)])
  return (
    <>
      {isTyped && (
        <TypeSelect
          type={type}
          onChange={(next) => {
            setRaw(undefined)
            onChange(
              items.length === 0
                ? next === 'number'
                  ? [null]
                  : next === 'boolean'
                    ? [true]
                    : []
                : items.map((item) => asType(item, next) ?? ''),
            )
          }}
        />
      )}
      <textarea
        aria-label="Values, one per line"
        data-part="value"
        rows={Math.min(6, Math.max(2, items.length))}
        spellcheck={false}
        placeholder="One value per line"
        value={raw ?? written.join('\n')}
        onInput={({ currentTarget: { value: text } }) => {
          setRaw(text)
          onChange(read(text, type))
        }}
      />
    </>
  )
}

function itemOf(line: string, type: ValueType): unknown {
  switch (type) {
    case 'number':
      return line.trim() === '' || !Number.isFinite(Number(line)) ? null : Number(line)
    case 'boolean':
      return line.trim() === 'true'
    case 'mixed':
      try {
        const value = JSON.parse(line) as unknown
        return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
      } catch {
        return line
      }
    default:
      return line
  }
}
