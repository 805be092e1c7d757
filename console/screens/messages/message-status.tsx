import type { Message, MessageLog } from 'postseal'
import { Status } from '../../ui/status.js'
import { statusOfMessage } from './outcome.js'

/**
 * The status of a message.
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
  const status = statusOfMessage(message, logs)
  return status === undefined ? null : <Status of={status.of}>{status.words}</Status>
}
