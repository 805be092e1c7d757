/**
 * The mail that people opened, and that of which they clicked a link, by its time. The index has an expression of
 * its own, which no other index can be taken for. The table was in no release before, so it is not large yet.
 */
export const up = `
create index engagements_by_kind on engagements
  (workspace_id, (case when position = -1 and not machine then kind end), log_id)
  where case when position = -1 and not machine then kind end is not null;
`
