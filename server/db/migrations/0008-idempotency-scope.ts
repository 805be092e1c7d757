/**
 * SQL for the bits of a TypeID's suffix: 26 letters of 5 bits each. The last 128 of the 130 bits are the
 * UUID.
 */
const bits = Array.from(
  { length: 26 },
  (_, place) => `(strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(suffix, ${place + 1}, 1)) - 1)::bit(5)`,
).join(' || ')

const hex = [3, 35, 67, 99]
  .map((place) => `lpad(to_hex(substring(bits from ${place} for 32)::bit(32)::int), 8, '0')`)
  .join(' || ')

/**
 * The idempotency key of a send belongs to the project of its message. Until now, a key used with a
 * credential of the whole workspace was stored under the nil UUID as its project. Keys are kept for a day, so
 * this migration moves the keys of sends to their projects: a send that is repeated afterwards still gets its
 * first reply. If a credential of the project used the same key, the project's row stays, and the workspace's
 * row is left for the purge.
 *
 * Existing keys of other operations have no authority: a repetition is answered whatever its credential may
 * do.
 */
export const up = `
-- What the credential could do that used the key, to hold a repetition to it. Null for sends, which check their credential
-- each time.
alter table idempotency_keys add column authority jsonb;

with send as materialized (
  select workspace_id, operation, key, substr(body->>'id', 5) as suffix
  from idempotency_keys
  where project_id = '00000000-0000-0000-0000-000000000000'
    and operation in ('sendMessage', 'sendMessageBatch') and body->>'id' ~ '^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$'
), decoded as materialized (
  select workspace_id, operation, key, ${bits} as bits from send
), message_of as materialized (
  select workspace_id, operation, key, (${hex})::uuid as message_id from decoded
)
update idempotency_keys k set project_id = messages.project_id
from message_of join messages on messages.workspace_id = message_of.workspace_id and messages.id = message_id
where k.workspace_id = message_of.workspace_id and k.operation = message_of.operation and k.key = message_of.key
  and k.project_id = '00000000-0000-0000-0000-000000000000'
  and not exists (
    select from idempotency_keys taken
    where taken.workspace_id = k.workspace_id and taken.project_id = messages.project_id
      and taken.operation = k.operation and taken.key = k.key);
`
