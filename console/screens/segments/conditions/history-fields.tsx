import { NumberInput, withValue } from './comparison.js'
import { SpanInput } from './span-input.js'
import type { Body } from '../rules/tree.js'

const countWords = {
  '': 'at least once',
  never: 'never',
  gte: 'at least',
  lte: 'at most',
  eq: 'exactly',
  gt: 'more than',
  lt: 'fewer than',
  ne: 'not exactly',
} as const

/** The fields for a number of times and a time span. */
export function HistoryFields({ body, onChange }: { body: Body; onChange: (body: Body) => void }) {
  const count = body.count as Body | undefined
  const shown = count === undefined ? '' : count.op === 'eq' && count.value === 0 ? 'never' : String(count.op)
  const setCount = (next: Body | undefined) => onChange(withValue(body, 'count', next))
  return (
    <>
      <select
        aria-label="How often"
        data-part="often"
        value={shown}
        onChange={({ currentTarget: { value: op } }) => {
          if (op === '') setCount(undefined)
          else if (op === 'never') setCount({ op: 'eq', value: 0 })
          else setCount({ op, value: shown === '' || shown === 'never' ? 2 : (count?.value ?? null) })
        }}
      >
        {Object.entries(countWords).map(([op, words]) => (
          <option key={op} value={op}>
            {words}
          </option>
        ))}
      </select>
      {shown !== '' && shown !== 'never' && (
        <>
          <NumberInput
            label="How many times"
            part="times"
            min={shown === 'eq' ? 1 : 0}
            max={1000}
            step={1}
            value={count?.value}
            // "Exactly 0" is "never", which is chosen beside it.
            onChange={(value) => setCount({ op: shown, value: shown === 'eq' && value === 0 ? null : value })}
          />
          <span class="quiet">times</span>
        </>
      )}
      <SpanInput
        value={body.within}
        none="at any time"
        onChange={(within) => onChange(withValue(body, 'within', within))}
      />
    </>
  )
}
