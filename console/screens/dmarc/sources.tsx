import { useQuery } from '@tanstack/preact-query'
import { ShieldCheck } from '../../icons/icons.js'
import type { DmarcSource } from 'postseal'
import { client } from '../../api/client.js'
import { firstDomains } from '../../api/domains.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { ClearFilters, FilterSelect } from '../../ui/lists/filters.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { Review } from './review.js'
import { Volume } from './volume.js'
import { kindList, kinds, reviews, shareText, wordsOfKind, type Verdict } from './words.js'

const columns: readonly Column<DmarcSource>[] = [
  {
    head: 'Source',
    kind: 'main',
    cell: ({ hostname, address }) => (
      <>
        {hostname ?? address}
        {hostname !== null && <span class="source-address small quiet mono">{address}</span>}
      </>
    ),
    width: 220,
  },
  {
    head: 'Kind',
    kind: 'side',
    cell: ({ kind }) => (
      <Status of={kind} as={wordsOfKind(kind)[1]}>
        {wordsOfKind(kind)[0]}
      </Status>
    ),
  },
  { head: 'Sends as', cell: ({ header_from }) => header_from, width: 140 },
  { head: 'Messages', kind: 'number', cell: ({ messages }) => messages.toLocaleString() },
  { head: 'Passed', kind: 'number', cell: ({ dmarc_pass, messages }) => shareText(dmarc_pass, messages) },
  {
    head: 'Review',
    cell: ({ review }) =>
      review === null ? <span class="quiet">Not reviewed</span> : reviews[review as Verdict],
  },
  { head: 'Last seen', kind: 'time', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
]

const spans = [7, 14, 30] as const
const usual = 14
const day = 86_400_000

/** The sources that send as the domains: a plot and a table, with a review of each. */
export function Sources() {
  const { params, change } = useParams()
  const days = spans.find((each) => String(each) === params.days) ?? usual
  const kind = kindList.find((each) => each === params.kind)
  const review = (['authorized', 'unauthorized', 'none'] as const).find((each) => each === params.review)
  const since = new Date((Math.floor(Date.now() / day) - days + 1) * day).toISOString()
  const domain = params.domain ? { domain_id: params.domain } : {}
  const filter = { ...domain, ...(kind && { kind }), ...(review && { review }) }
  const list = useList(
    ['dmarc-sources', 'list'],
    (query, options) => client.dmarc.listSources(query, options),
    { filter: { since, ...filter } },
  )
  const isFiltered = Object.keys(filter).length > 0
  const open = list.rows?.find(({ id }) => id === params.source)
  // The page of the list stays as it is.
  const withSource = (source?: string) => pathTo('dmarc', { ...params, source })
  return (
    <>
      {(list.rows === undefined || list.rows.length > 0 || isFiltered) && (
        <Volume filter={domain} days={days} />
      )}
      <section class="card" aria-label="Sources">
        <Filters days={days} />
        {params.source !== undefined && list.rows !== undefined && open === undefined && (
          <div class="inside">
            <Notice kind="warn">
              The source <span class="mono">{params.source}</span> is not on this page of the list.
            </Notice>
          </div>
        )}
        <ListTable
          caption="Sources"
          columns={columns}
          list={list}
          href={({ id }) => withSource(id)}
          empty={
            isFiltered ? (
              <Empty
                icon={ShieldCheck}
                title="No matching sources"
                action={<LinkButton href={pathTo('dmarc')}>Show all</LinkButton>}
              />
            ) : (
              <Empty
                icon={ShieldCheck}
                title="No reports yet"
                action={<LinkButton href={pathTo('domains')}>Show the DMARC records</LinkButton>}
              >
                Once a domain has a DMARC record, receivers such as Gmail report daily which servers send in
                its name. The first reports arrive within two days.
              </Empty>
            )
          }
        />
      </section>
      {open !== undefined && (
        <Review source={open} onClose={() => change({ source: undefined, cursor: params.cursor })} />
      )}
    </>
  )
}

function Filters({ days }: { days: number }) {
  const { change } = useParams()
  const { data: domains = [] } = useQuery({ ...firstDomains, staleTime: 60_000 })
  return (
    <div class="filters">
      <FilterSelect
        first
        class="domain-choice"
        name="domain"
        label="Domain"
        any="All domains"
        options={domains.map(({ id, name }) => [id, name])}
      />
      <FilterSelect
        name="kind"
        label="Kind"
        any="Any kind"
        options={kindList.map((kind) => [kind, kinds[kind][0]])}
      />
      <FilterSelect name="review" label="Review" any="Any review">
        <option value="none">Not reviewed</option>
        <option value="authorized">{reviews.authorized}</option>
        <option value="unauthorized">{reviews.unauthorized}</option>
      </FilterSelect>
      <select
        aria-label="Time"
        value={String(days)}
        onChange={(event) => change({ days: event.currentTarget.value })}
      >
        {spans.map((each) => (
          <option key={each} value={each}>
            Last {each} days
          </option>
        ))}
      </select>
      <ClearFilters names={['domain', 'kind', 'review']} />
    </div>
  )
}
