import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { Facts } from '../../ui/facts.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'

/** The last send or change that was made with a key, and the address it came from. Reads are not in the audit log. */
export function LastAct({ keyId }: { keyId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-events', 'last of', keyId],
    queryFn: async () => {
      const page = await client.auditEvents.list({ actor_id: keyId, limit: 1 })
      // Undefined would be no answer at all.
      return { last: page.data[0], isCut: page.body.has_more && page.data.length === 0 }
    },
  })
  if (error !== null) {
    return (
      <ErrorNotice error={error} title="The audit log could not be searched" onRetry={() => void refetch()} />
    )
  }
  if (data === undefined) return <Lines what="its last act" count={2} />
  const { last, isCut } = data
  if (last === undefined) {
    return (
      <p>
        {isCut ? 'The newest part of the audit log has' : 'The audit log has'} no sends and no changes by this
        key. It does not record reads.
      </p>
    )
  }
  return (
    <div class="stack tight">
      <Facts
        of={[
          ['Last send or change', <Time key="at" at={last.created_at} absolute />],
          [
            'What',
            <span key="what">
              <a class="mono" href={pathTo('audit-log', { actor_id: keyId })}>
                {last.operation}
              </a>{' '}
              <Status of={last.outcome} />
            </span>,
          ],
          ['From', last.ip_address === null ? undefined : <span class="mono">{last.ip_address}</span>],
          ['By', last.user_agent ?? undefined],
        ]}
      />
      <p class="small quiet">From the audit log, which does not record reads. “Last used” includes them.</p>
    </div>
  )
}
