/**
 * SQL: the stream of a message's log: the one that its sender has named, or else bulk for campaigns and automations
 * with opt-out.
 */
export const streamSql = (log: string) => `coalesce(${log}.stream,
  case when ${log}.campaign_id is not null or ${log}.respects_opt_out then 'bulk' else 'transactional' end)`
