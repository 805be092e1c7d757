/**
 * Unverified complaints, and an index of complaints by address and time.
 */
export const up = `
-- unverified_complaint is the first report of a complaint whose sender could not be authenticated: received_at,
-- feedback_type and from_domain.
alter table message_logs add column unverified_complaint jsonb;
create index message_logs_by_complaint on message_logs (workspace_id, address, complained_at)
  where complained_at is not null;
`
