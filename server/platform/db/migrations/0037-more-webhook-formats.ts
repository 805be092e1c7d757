/** Lets webhook subscriptions have the formats of Postmark, SendGrid and Mailgun. */
export const up = `
alter table webhook_subscriptions drop constraint webhook_subscriptions_format_check;
alter table webhook_subscriptions add constraint webhook_subscriptions_format_check
  check (format in ('postseal', 'resend', 'postmark', 'sendgrid', 'mailgun'));
`
