import { durationWords } from '../words.js'

const spanUnits = { D: 'days', H: 'hours', M: 'minutes' } as const

/**
 * A field for a span of time that ends now.
 *
 * @param props.none label of the option for no span; without it, a span is required
 */
export function SpanInput({
  value,
  none,
  onChange,
}: {
  value: unknown
  none?: string
  onChange: (value: unknown) => void
}) {
  const text = typeof value === 'string' ? value : undefined
  const simple = /^P(?:(\d+)(D)|T(\d+)([HM]))$/.exec(text ?? '')
  const count = simple?.[1] ?? simple?.[3]
  const unit = simple?.[2] ?? simple?.[4]
  // An empty number keeps its unit.
  const emptyUnit = /^P(T?)([DHM])$/.exec(text ?? '')?.[2]
  const shown = unit ?? emptyUnit ?? (text === undefined ? '' : 'other')
  const written = (number: string, of: string) => (of === 'D' ? `P${number}D` : `PT${number}${of}`)
  return (
    <>
      {none !== undefined && (
        <select
          aria-label="Span of time"
          data-part="span-kind"
          value={text === undefined ? '' : 'last'}
          onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : 'P30D')}
        >
          <option value="">{none}</option>
          <option value="last">in the last</option>
        </select>
      )}
      {shown !== '' && shown !== 'other' && (
        <input
          type="number"
          min={0}
          step={1}
          aria-label="How many"
          data-part="span"
          class="short-part"
          value={count ?? ''}
          onInput={({ currentTarget: { value: typed } }) =>
            onChange(written(typed.replace(/\D/g, ''), shown))
          }
        />
      )}
      {shown === 'other' && (
        <input
          aria-label="Duration"
          data-part="span"
          class="mono short-part"
          placeholder="P1DT6H"
          title={durationWords(text)}
          value={text}
          onInput={({ currentTarget: { value: typed } }) => onChange(typed.trim())}
        />
      )}
      {shown !== '' && (
        <select
          aria-label="Unit of the span"
          data-part="unit"
          class="short-part"
          value={shown}
          onChange={({ currentTarget: { value: chosen } }) =>
            onChange(chosen === 'other' ? 'P1DT12H' : written(count ?? '30', chosen))
          }
        >
          {Object.entries(spanUnits).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
          <option value="other">ISO 8601</option>
        </select>
      )}
    </>
  )
}
