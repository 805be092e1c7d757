/**
 * Counts the lines of a file of contacts that were refused in a row, and marks parts of files that are compressed.
 */
export const up = `
-- Up to next_line.
alter table contact_imports add column refused_in_a_row integer not null default 0;

-- packed: content is compressed (RFC 1950). start counts the bytes of the file as it is.
alter table contact_import_parts add column packed boolean not null default false;
`
