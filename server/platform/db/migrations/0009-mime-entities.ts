/**
 * The MIME entity (RFC 2045, section 2.4) of a message that was submitted signed or encrypted, which goes out byte for
 * byte; null for a message that is composed from its text, HTML and attachments.
 */
export const up = `
alter table message_contents add column entity bytea;
`
