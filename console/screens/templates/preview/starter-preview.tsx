import { useQuery } from '@tanstack/preact-query'
import { client } from '../../../api/client.js'
import type { Starter } from '../../../starters/index.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { MailViews } from './preview.js'

/** The mail that a starter produces, with its sample values. */
export function StarterPreview({ of: { id, name, content, values } }: { of: Starter }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['template preview', 'starter', id],
    queryFn: ({ signal }) =>
      client.templates.previewContent(
        { content: { ...content, variables: [...content.variables] }, variables: values, fill_missing: true },
        { signal },
      ),
    staleTime: Infinity,
  })
  return (
    <section class="stack tight" aria-label={`Preview of ${name}`}>
      {data !== undefined && (
        <>
          <div class="inbox-line">
            <strong>{data.subject}</strong>
          </div>
          <MailViews mail={data} />
        </>
      )}
      {data === undefined && error === null && <Lines what="the preview" count={6} />}
      {data === undefined && error !== null && (
        <ErrorNotice error={error} title="The preview could not be loaded" onRetry={() => void refetch()} />
      )}
    </section>
  )
}
