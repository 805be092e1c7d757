/**
 * What is found by the hash of a token has an index that need not be unique: the tokens are random, and a database of
 * many machines keeps a key unique within a workspace only.
 */
export const up = `
drop index sign_in_links_by_token;
create index sign_in_links_by_token on sign_in_links (token_hash);
drop index webhook_receivers_by_token;
create index webhook_receivers_by_token on webhook_receivers (token_hash);
`
