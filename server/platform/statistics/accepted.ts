import { levels } from './levels.js'

/**
 * SQL: how many recipients were accepted, as rows of `project_id`, `at` and `count`; there may be several of a day and a
 * project. What is pending counts as well, so these are exact: each was counted in the transaction that accepted it.
 *
 * @param workspace SQL of the workspace's id
 * @param since SQL of the first day, at midnight (UTC)
 */
export function acceptedByDay(workspace: string, since: string): string {
  return `select project_id, at, accepted as count from statistics
     where workspace_id = ${workspace} and level = ${levels.day} and at >= ${since} and category = '' and destination = ''
     union all
     select project_id, hour, count from statistics_pending
     where workspace_id = ${workspace} and measure = 'accepted' and hour >= ${since}`
}
