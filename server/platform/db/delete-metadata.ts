import { sameKey } from './same-key.js'

/**
 * SQL: deletes the search rows of messages' metadata. They are found by what the messages say, since nothing
 * else needs an index of them by log.
 *
 * @param which SQL that narrows `messages` of workspace $1
 */
export function deleteMetadataOf(which: string): string {
  // The offsets keep the planner from joining in another way than row by row.
  return `delete from message_metadata pair using (
       select has.key, has.value, log.log_id
       from (select id, metadata from messages where workspace_id = $1 and ${which} offset 0) message
       cross join lateral (
         select id as log_id from message_logs where workspace_id = $1 and message_id = message.id offset 0
       ) log
       cross join lateral jsonb_each_text(message.metadata) as has
       offset 0
     ) said
     where pair.workspace_id = $1 and ${sameKey('pair', 'said', ['key', 'value', 'log_id'])}`
}
