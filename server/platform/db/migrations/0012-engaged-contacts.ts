/** The event of a contact that an open or a click is recorded as besides, so that both are purged together. */
export const up = `
alter table engagements add column contact_id uuid, add column contact_event_id uuid,
  add column contact_event_at timestamptz;
`
