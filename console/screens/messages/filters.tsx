import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useParams } from '../../state/location.js'
import { ClearFilters, FilterSelect, SpanFilter } from '../../ui/lists/filters.js'
import { SearchFilter } from '../../ui/lists/search-filter.js'
import { wordsOf } from '../../ui/meaning.js'
import { readSearch, statuses, withoutStatus } from './search.js'

/** The filters of the messages. They are in the address. */
export function Filters({ tail }: { tail: ComponentChildren }) {
  const { params, change } = useParams()
  const shown =
    params.q ??
    [params.recipient && `to:${params.recipient}`, params.subject && `subject:"${params.subject}"`]
      .filter(Boolean)
      .join(' ')
  // Filters handed over by other pages become part of the text.
  const search = (q: string) => change({ q, recipient: undefined, subject: undefined })
  const { status } = readSearch(params.q ?? '').query
  useEffect(() => {
    // A status that was typed is shown where statuses are chosen, so that the two can't differ.
    if (status !== undefined) change({ q: withoutStatus(params.q ?? ''), status }, true)
  }, [status])
  return (
    <div class="filters" role="search">
      <SearchFilter
        value={shown}
        label="Search messages"
        placeholder="Search, or to:ada@example.com subject:reset"
        title={
          'Words look in subject, addresses, category and metadata. ' +
          'Fields: status:, from:, to:, domain:, subject:, category:, meta:name=value, message:, campaign:, automation:, ' +
          'list:, template:, key:, after:, before:'
        }
        onSearch={search}
      />
      <FilterSelect
        name="status"
        label="Status"
        any="Any status"
        options={statuses.map((status) => [status, wordsOf(status)])}
      />
      <FilterSelect
        name="engagement"
        label="Opens and clicks"
        any="Opened or not"
        options={[
          ['opened', 'Opened'],
          ['clicked', 'Clicked'],
        ]}
      />
      <SpanFilter of={['1h', '24h', '7d']} />
      <ClearFilters names={['q', 'recipient', 'subject', 'status', 'engagement', 'time']} />
      {tail}
    </div>
  )
}
