/** The words of message logs, by blocks, for searches. */
export const up = `
-- About a thousand logs of a workspace that follow one another by their ids. Blocks are numbered in that order, and what
-- is between two neighbours belongs to neither. words: what log_search_words has of it. stale: some of its logs have
-- changed or gone since.
create table log_search_blocks (
  workspace_id uuid not null,
  block integer not null,
  first_id uuid not null,
  last_id uuid not null,
  logs integer not null,
  words text[] not null,
  stale boolean not null default false,
  primary key (workspace_id, block)
);
create unique index log_search_blocks_by_end on log_search_blocks (workspace_id, last_id);
create index log_search_blocks_stale on log_search_blocks (workspace_id, block) where stale;

-- Which blocks have a word. The order of bytes is that of prefixes.
create table log_search_words (
  workspace_id uuid not null,
  word text collate "C" not null,
  block integer not null,
  primary key (workspace_id, word, block)
);
`
