import { presentEvent, type EventRow } from '../../../../platform/events/present-event.js'
import { canonicalJson } from '../../../../platform/http/canonical-json.js'

/**
 * Returns the body of a webhook in the service's own format: the event's envelope as canonical JSON (RFC 8785), so
 * that an event is the same to the byte in each attempt and whoever parses it can write the signed bytes again.
 *
 * @throws Error if the data is nothing that JSON from PostgreSQL can be, such as half of a surrogate pair
 */
export function canonicalBody(event: EventRow): Buffer {
  const envelope = presentEvent(event)
  // The names are already in their order. Of the values only the data can contain objects, and text that others have
  // written.
  return Buffer.from(
    `{"api_version":"${envelope.api_version}","created_at":"${envelope.created_at}","data":${canonicalJson(envelope.data)},` +
      `"environment":${orNull(envelope.environment)},"id":"${envelope.id}","project_id":${orNull(envelope.project_id)},` +
      `"type":"${envelope.type}","workspace_id":"${envelope.workspace_id}"}`,
  )
}

const orNull = (text: string | null) => (text === null ? 'null' : `"${text}"`)
