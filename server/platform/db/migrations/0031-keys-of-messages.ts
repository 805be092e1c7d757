/**
 * The API key that a message was sent with; null for mail of sessions, campaigns and automations, and from before this
 * migration. It has no index, which each send would write to: a key's mail is looked for in the queue, or along the
 * index of another filter.
 */
export const up = `
alter table messages add column api_key_id uuid;
`
