import type { Subjects } from '../subjects.js'

/** Data of an event about a message, or of one that a link in a message may have led to. */
interface MessageData {
  readonly message_id: string | null
  readonly log_id: string | null
  readonly category?: string | null
}

/** Returns what each webhook of Postmark says of the message. */
export function ofMessage({ data, subjects }: { readonly data: MessageData; readonly subjects: Subjects }) {
  const { message_id: id, log_id: log, category } = data
  return {
    MessageID: id ?? '',
    MessageStream: streamOf(log, subjects),
    Tag: category ?? '',
    Metadata: (id === null ? undefined : subjects.messages.get(id))?.metadata ?? {},
  }
}

/** Returns the stream that Postmark has for a kind of mail: `outbound` or `broadcast`; empty if it is not known. */
function streamOf(log: string | null, { streams }: Subjects): string {
  const stream = log === null ? undefined : streams.get(log)?.stream
  if (stream === undefined) return ''
  return stream === 'bulk' ? 'broadcast' : 'outbound'
}
