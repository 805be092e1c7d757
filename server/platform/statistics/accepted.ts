import { levels } from './levels.js'

/**
 * Returns SQL of the numbers of accepted recipients, as rows of `project_id`, `at` and `count`; there may be several
 * of a day and a project. Pending counts are included, so the numbers are exact: each was counted in the transaction
 * that accepted the recipient.
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
