/**
 * What kind of mail it is, as providers and recipients judge it: `transactional` is what somebody has done something to
 * get, `bulk` is what goes to many.
 */
export type Stream = 'transactional' | 'bulk'

/**
 * SQL: the stream of a message's log: what its sender has named, else bulk for campaigns and automations with
 * opt-out.
 */
export const streamSql = (log: string) => `coalesce(${log}.stream,
  case when ${log}.campaign_id is not null or ${log}.respects_opt_out then 'bulk' else 'transactional' end)`
