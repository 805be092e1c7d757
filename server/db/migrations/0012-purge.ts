/** What a purge looks for among many workspaces. */
export const up = `
-- Few subscriptions are deleted, and they stay a short time.
create index webhook_subscriptions_deleted on webhook_subscriptions (workspace_id, id) where deleted_at is not null;
`
