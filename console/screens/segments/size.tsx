import { useQuery } from '@tanstack/preact-query'
import type { Segment } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { FigureLink } from '../../ui/figures/figure-link.js'
import { counted, countText } from '../../ui/figures/numbers.js'
import { Bar } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'

/** Estimates the size of a segment that was not counted since its rule changed, as the form does while one writes. */
function useEstimate({ id, project_id, rule, updated_at, count }: Segment) {
  const { data, dataUpdatedAt, isError } = useQuery({
    queryKey: ['segments', 'estimate', id, updated_at],
    queryFn: ({ signal }) => client.segments.preview({ project_id, rule }, { signal }),
    enabled: count === null,
    staleTime: 60_000,
  })
  return { estimate: data?.estimate, at: new Date(dataUpdatedAt), isError }
}

/** The size of a segment as a cell of the list: as it was counted last, else an estimate. */
export function SizeInList({ segment }: { segment: Segment }) {
  const { id, count, counting } = segment
  const { estimate, at, isError } = useEstimate(segment)
  const href = pathTo(`segments/${id}`)
  if (counting?.status === 'running') return <span class="quiet">Counting …</span>
  if (count === null && estimate === undefined)
    return isError ? <span class="quiet">Not counted</span> : <Bar width={72} />
  const isExact = count !== null || estimate?.exact === true
  const size = count?.value ?? estimate?.value ?? 0
  return (
    <>
      {!isExact && 'about '}
      <FigureLink count={size} what={size === 1 ? 'contact' : 'contacts'} href={href} />
      <span class="small quiet figure-share">
        {' '}
        {isExact ? 'counted' : 'estimated'} <Time at={count?.as_of ?? at} />
      </span>
    </>
  )
}

/** The size of a segment: as it was counted last, else an estimate; and the count that is under way. */
export function Size({ segment }: { segment: Segment }) {
  const { count, counting } = segment
  const { estimate, at, isError } = useEstimate(segment)
  return (
    <div class="stack tight">
      {count !== null && (
        <span>
          <strong class="num">{countText(count.value)}</strong> {count.value === 1 ? 'contact' : 'contacts'},
          counted <Time at={count.as_of} />
        </span>
      )}
      {count === null && estimate !== undefined && (
        <span>
          {!estimate.exact && 'About '}
          {counted(estimate.value, 'contact')}, {estimate.exact ? 'counted' : 'estimated'} <Time at={at} />
        </span>
      )}
      {count === null && isError && counting === null && <span class="quiet">Not counted</span>}
      {counting !== null && counting.status === 'running' && (
        <Status of="running">{`Counting: ${countText(counting.scanned)} contacts so far`}</Status>
      )}
      {counting !== null && counting.status === 'failed' && (
        <Status of="failed">
          {counting.error === 'segment_too_costly'
            ? 'The rule takes too long to count. Shorten the time spans of its conditions about mail and events.'
            : `The contacts could not be counted: ${counting.error ?? 'the reason is not known'}`}
        </Status>
      )}
    </div>
  )
}
