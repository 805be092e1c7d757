/**
 * Kind of mail, as providers and recipients judge it: `transactional` mail goes to somebody who has done something to
 * get it, `bulk` mail goes to many.
 */
export type Stream = 'transactional' | 'bulk'

/**
 * SQL: the stream of a message's log: the one that its sender has named, or else bulk for campaigns and automations
 * with opt-out.
 */
export const streamSql = (log: string) => `coalesce(${log}.stream,
  case when ${log}.campaign_id is not null or ${log}.respects_opt_out then 'bulk' else 'transactional' end)`
