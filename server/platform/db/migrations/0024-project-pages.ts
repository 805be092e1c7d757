/** Stores the looks of the pages on which recipients of a project's mail confirm, choose and unsubscribe. */
export const up = `
-- page_design: what the project has set, in the form of the contract's ProjectPagesChoice; null where nothing is.
alter table projects add column page_design jsonb;
`
