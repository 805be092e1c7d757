import { useQuery } from '@tanstack/preact-query'
import type { SegmentPreview, SegmentRule } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { countText } from '../../../ui/figures/numbers.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Time } from '../../../ui/time.js'
import { refusalsIn } from './refusals.js'

/** Milliseconds without typing before the service is asked. */
const calm = 500

/** Returns a value once it has not changed for a while. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), calm)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * Estimates how many contacts a rule selects while it is written. Only the last rule counts: requests for earlier
 * ones are cancelled.
 *
 * @param rule undefined if the rule is incomplete: then nothing is requested
 */
export function useEstimate(projectId: string, rule: SegmentRule | undefined) {
  const text = rule === undefined ? undefined : JSON.stringify(rule)
  const settled = useSettled(text)
  const isAsked = text !== undefined && text === settled
  const query = useQuery({
    queryKey: ['segments', 'preview', projectId, settled],
    queryFn: ({ signal }) =>
      client.segments.preview(
        { project_id: projectId, rule: JSON.parse(settled ?? '') as SegmentRule },
        { signal },
      ),
    enabled: isAsked,
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  return {
    preview: query.data,
    /** True if the preview is of an earlier rule. */
    isOld: !isAsked || query.isPlaceholderData || query.isError,
    isIncomplete: text === undefined,
    error: isAsked ? query.error : null,
    at: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  }
}

/** The size of a rule while it is written, with some of its contacts. */
export function Estimate({ preview, isOld, isIncomplete, error, at, retry }: ReturnType<typeof useEstimate>) {
  const isPlaced = refusalsIn(error).length > 0
  return (
    <Card title="How many">
      <div class="stack">
        <div aria-live="polite" aria-atomic="true" class={isOld ? 'estimate old' : 'estimate'}>
          {preview === undefined && error === null && !isIncomplete && (
            <Lines what="the estimate" count={2} />
          )}
          {preview !== undefined && <Size preview={preview} />}
          {isIncomplete && (
            <p class="quiet">
              {preview === undefined
                ? 'Counted once every condition is complete.'
                : 'The count of the previous rule. Counted again once every condition is complete.'}
            </p>
          )}
          {isPlaced && <p class="quiet">The service refuses the marked part of the rule.</p>}
        </div>
        {error !== null && !isPlaced && (
          <ErrorNotice error={error} title="The contacts could not be counted" onRetry={retry} />
        )}
        {preview !== undefined && !isOld && (
          <p class="small quiet">
            Counted <Time at={new Date(at)} />, in {countText(preview.ms)} ms:{' '}
            {preview.estimate.exact
              ? 'from all contacts of the project.'
              : `from a random sample of ${countText(preview.scanned)} contacts.`}
          </p>
        )}
        {preview !== undefined && preview.sample.length > 0 && <Sample preview={preview} />}
      </div>
    </Card>
  )
}

function Size({ preview: { estimate } }: { preview: SegmentPreview }) {
  const { value, low, high, exact } = estimate
  return (
    <>
      <p class="figure">
        {!exact && 'about '}
        <strong class="num">{countText(value)}</strong> {value === 1 ? 'contact' : 'contacts'}
      </p>
      {!exact && (
        <p class="small quiet">
          Between {countText(low)} and {countText(high)}, with 95% confidence.
        </p>
      )}
    </>
  )
}

/** Number of contacts shown beside a rule. */
const shown = 8

function Sample({ preview: { sample, estimate } }: { preview: SegmentPreview }) {
  const some = sample.slice(0, shown)
  return (
    <div class="stack tight">
      <h3 class="small quiet">{estimate.value > some.length ? 'Some of them' : 'All of them'}</h3>
      <ul class="sample-contacts" aria-label="Contacts that the rule selects">
        {some.map(({ id, email, name }) => (
          <li key={id}>
            <a href={pathTo(`contacts/${id}`)} class="wrap">
              {email}
            </a>
            {name !== null && <span class="small quiet wrap"> {name}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
