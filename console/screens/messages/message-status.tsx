import type { Message, MessageLog } from 'postseal'
import { Status } from '../../ui/status.js'

/**
 * The status of a message: that of its recipient if it has one alone, so that nobody reads "failed" above a bounce. A
 * message of several recipients that reached none of them was not delivered, whatever the reasons.
 *
 * @param props.logs the deliveries of the message; undefined while they are loading, and empty if they are unknown
 */
export function MessageStatus({
  message,
  logs,
}: {
  message: Pick<Message, 'status' | 'recipients'>
  logs: readonly Pick<MessageLog, 'status'>[] | undefined
}) {
  const [first, ...others] = logs ?? []
  if (first !== undefined && others.length === 0) return <Status of={first.status} />
  if (logs === undefined && message.recipients.length === 1) return null
  if (message.status === 'failed') return <Status of="failed">Not delivered</Status>
  return <Status of={message.status} />
}
