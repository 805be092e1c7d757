/**
 * Stores the conversations of attempts at deliveries, apart from their logs, which are read by the page. attempt is
 * the number of the attempt in its log, from 1 on. delivered_at is set if the attempt delivered: such a conversation
 * is deleted soon.
 */
export const up = `
create table attempt_conversations (
  workspace_id uuid not null,
  log_id uuid not null,
  attempt integer not null,
  conversation text not null,
  delivered_at timestamptz,
  primary key (workspace_id, log_id, attempt)
);
create index attempt_conversations_delivered on attempt_conversations (workspace_id, delivered_at)
  where delivered_at is not null;
`
