import type { References, Row } from './references.js'

/** Deliveries whose recorded replies name the address, of whatever event they are. */
export const webhookReferences: References = {
  table: 'webhook_deliveries',
  key: { id: 'uuid' },
  columns: { attempts: 'jsonb' },
  ofProject: 'entry.project_id = $2',
  counted: 'webhook_deliveries',
  change: (before, redacted) => ({ ...redacted, attempts: withoutReplies(before, redacted) }),
}

/** A reply that names the address may say more about the person, so all of it goes. */
function withoutReplies(before: Row, redacted: Row): unknown[] {
  const original = before.attempts as Readonly<Record<string, unknown>>[]
  return (redacted.attempts as Readonly<Record<string, unknown>>[]).map((attempt, index) => {
    if (attempt.response_body === original[index]?.response_body) return attempt
    const { response_body: _, ...rest } = attempt
    return rest
  })
}
