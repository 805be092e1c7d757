import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { Card } from '../../ui/card.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Plot } from '../../ui/figures/plot.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { kindList, kinds, type Kind } from './words.js'

const day = 86_400_000
/** Maximum number of pages of 100 sources that are loaded for a day. */
const maxPages = 5

interface Day {
  readonly at: Date
  readonly messages: Readonly<Record<Kind, number>>
  readonly isWhole: boolean
}

/** The number of messages that were reported of each kind of source, day by day. */
export function Volume({ filter, days }: { filter: { domain_id?: string }; days: number }) {
  const today = Math.floor(Date.now() / day) * day
  const { data, error, refetch } = useQuery({
    queryKey: ['dmarc-sources', 'volume', filter, days, today],
    queryFn: async ({ signal }) => {
      const found: Day[] = []
      // The API counts a span of whole days at a time, so each day is asked for: two at once, to leave room for others.
      for (let i = 0; i < days; i += 2) {
        const pair = [i, i + 1].filter((each) => each < days)
        found.push(
          ...(await Promise.all(pair.map((n) => volumeOf(today - (days - 1 - n) * day, filter, signal)))),
        )
      }
      return found
    },
    // Reports come once a day.
    staleTime: 10 * 60_000,
  })
  const isCut = data?.some(({ isWhole }) => !isWhole) === true
  return (
    <Card title="Messages by source" hint="As reported by receivers, per day (UTC).">
      {data === undefined && error === null && <Lines what="the reports of each day" count={6} />}
      {data === undefined && error !== null && (
        <ErrorNotice error={error} title="The plot could not be loaded" onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <Plot
          label="Messages by source"
          kind="stacked"
          zone="UTC"
          times={data.map(({ at }) => at)}
          series={kindList.map((kind) => ({
            name: kinds[kind][0],
            meaning: kinds[kind][1],
            values: data.map(({ messages }) => messages[kind]),
          }))}
        />
      )}
      {isCut && (
        <p class="small quiet">
          On some days there were more than {maxPages * 100} sources. Of those days, the {maxPages * 100} that
          were first seen last are counted.
        </p>
      )}
    </Card>
  )
}

async function volumeOf(at: number, filter: { domain_id?: string }, signal: AbortSignal): Promise<Day> {
  const messages = { ours: 0, aligned: 0, forwarded: 0, unexplained: 0 }
  const span = { since: new Date(at).toISOString(), until: new Date(at + day).toISOString() }
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const found = await client.dmarc.listSources(
      { limit: 100, ...filter, ...span, ...(cursor !== undefined && { cursor }) },
      { signal },
    )
    for (const { kind, messages: count } of found.data) messages[kind as Kind] += count
    cursor = found.body.next_cursor ?? undefined
    if (!found.body.has_more) return { at: new Date(at), messages, isWhole: true }
  }
  return { at: new Date(at), messages, isWhole: false }
}
