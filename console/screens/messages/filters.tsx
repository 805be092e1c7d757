import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useParams } from '../../state/location.js'
import { FilterSelect } from '../../ui/filter-select.js'
import { Button } from '../../ui/button.js'
import { wordsOf } from '../../ui/status.js'

const statuses = [
  'scheduled',
  'queued',
  'deferred',
  'delivered',
  'bounced',
  'failed',
  'suppressed',
  'cancelled',
]
const times = [
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
] as const

/** The filters of the messages. They are in the address. */
export function Filters({ tail }: { tail: ComponentChildren }) {
  const { params, change } = useParams()
  const shown =
    params.q ??
    [params.recipient && `to:${params.recipient}`, params.subject && `subject:"${params.subject}"`]
      .filter(Boolean)
      .join(' ')
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const search = (event: Event) => {
    event.preventDefault()
    // What other pages have handed over is in the text now.
    change({ q: text.trim(), recipient: undefined, subject: undefined })
  }
  const isFiltered = shown !== '' || params.status !== undefined || params.time !== undefined
  return (
    <form class="filters" role="search" onSubmit={search}>
      <span class="grow">
        <input
          data-filter
          type="search"
          aria-label="Search messages"
          placeholder="Search, or to:ada@example.com subject:reset"
          title={
            'Words look in the subject. Fields: to:, subject:, category:, meta:name=value, message:, campaign:, automation:, after:, before:'
          }
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onSearch={search}
        />
      </span>
      <FilterSelect name="status" label="Status" any="Any status">
        {statuses.map((status) => (
          <option key={status} value={status}>
            {wordsOf(status)}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect name="time" label="Time" any="Any time">
        {times.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterSelect>
      {isFiltered && (
        <Button
          kind="plain"
          onClick={() =>
            change({
              q: undefined,
              recipient: undefined,
              subject: undefined,
              status: undefined,
              time: undefined,
            })
          }
        >
          Clear
        </Button>
      )}
      {tail}
    </form>
  )
}
