/** Stores the format of webhook subscriptions. */
export const up = `
alter table webhook_subscriptions add column format text not null default 'postseal'
  check (format in ('postseal', 'resend'));
`
