import { RotateCw } from '../../icons/icons.js'
import type { MessageLog } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { AskButton } from '../../ui/dialogs/dialog.js'

/** Statuses of recipients to whom delivery can be retried. */
export const retryable: readonly string[] = ['deferred', 'bounced', 'failed']

/**
 * Retries the delivery to one recipient, after a confirmation. The dialog shows the reason if a retry is impossible.
 */
export function Retry({ log }: { log: MessageLog }) {
  const waits = log.status === 'deferred'
  return (
    <AskButton
      icon={RotateCw}
      button={waits ? 'Retry now' : 'Retry delivery'}
      danger={false}
      title={waits ? 'Attempt this delivery now?' : 'Retry this delivery?'}
      verb={waits ? 'Attempt now' : 'Retry the delivery'}
      run={async () => {
        await client.messageLogs.retry(log.id)
        await queries.invalidateQueries({ queryKey: ['messages', log.message_id] })
      }}
    >
      {waits ? (
        <p>The next attempt to deliver to {log.recipient} starts immediately.</p>
      ) : (
        <>
          <p>
            This message is delivered to {log.recipient} again, with attempts for up to 48 hours. To change it
            first, use Send a copy.
          </p>
          <p>
            If the server said that the address does not exist, the address is suppressed:{' '}
            <a href={pathTo('suppressions', { email: log.recipient })}>remove the suppression</a> first.
          </p>
        </>
      )}
    </AskButton>
  )
}
