import { atKey } from '../../platform/db/statements/at-key.js'
import { wantsTopicSql } from '../audience/topics/standing.js'
import { isOptedIn, unsentReasonSql } from '../audience/unsent-reason.js'

/**
 * Decides whether mail may still be sent. Facts that held when a message was accepted may have changed by the time a
 * worker sends it, or somebody retries it. Both use the SQL of this file, on a row `log` with the columns `address`,
 * `project_id`, `list_id`, `campaign_id`, `respects_opt_out` and `topic` of message_logs; the workspace is $1.
 */

/** Statuses in which a campaign sends nothing. */
export type StoppedCampaign = 'paused' | 'cancelled'

/** SQL: whether a mail respects that a contact has opted out of all mail of a project. */
const respectsOptOut = '(log.campaign_id is not null or log.respects_opt_out)'

/**
 * SQL: joins that look up the present state of the mail's recipient and its campaign: `suppressed (id, reason)`,
 * `subscribed (status)`, `contact (opted_in, id)`, `topic (default_subscribed)` and `campaign (stopped)`, a {@link
 * StoppedCampaign}.
 *
 * Each is looked up in the order of the one index that has all columns of its key. PostgreSQL considers all indexes
 * of an empty table equally good, and keeps the plan that it has made then until it has analyzed the table: it would
 * read all contacts of a project for each delivery, minutes after they were imported.
 */
export const standing = `
    left join lateral (
      select id, reason from suppressions where workspace_id = $1 and address = log.address limit 1
    ) suppressed on true
    left join lateral (
      select id from subscriber_lists where workspace_id = $1 and id = log.list_id limit 1
    ) list on true
    left join lateral (
      select status from subscriptions
      where workspace_id = $1 and ${atKey('list_id, address', 'log.list_id, log.address')}
      order by list_id, address limit 1
    ) subscribed on list.id is not null
    left join lateral (
      select status as stopped from campaigns
      where workspace_id = $1 and id = log.campaign_id and status in ('paused', 'cancelled') limit 1
    ) campaign on true
    left join lateral (
      select ${isOptedIn('contacts')} as opted_in, id from contacts
      where ${respectsOptOut} and workspace_id = $1
        and ${atKey('address, project_id', 'log.address, log.project_id')}
      order by address, project_id limit 1
    ) contact on true
    left join lateral (
      select default_subscribed from topics
      where log.topic is not null and workspace_id = $1 and ${atKey('project_id, key', 'log.project_id, log.topic')}
      order by project_id, key limit 1
    ) topic on true`

/**
 * SQL: the reason for which nothing is sent to the recipient, an `UnsentReason`; null if mail is sent. It uses the
 * joins of {@link standing}: whether the address is suppressed; for mail to a list, whether it is still subscribed;
 * for mail of a campaign, and of an automation unless it is transactional, whether the contact has opted out of the
 * project's mail, or does not want its topic.
 */
export const unsentReasonOfLog = unsentReasonSql(
  { confirmation: 'log.list_id is not null', optedIn: respectsOptOut, topic: 'log.topic is not null' },
  {
    suppressed: 'suppressed.reason',
    subscription: 'subscribed.status',
    optedIn: 'contact.opted_in',
    wantsTopic: wantsTopicSql('$1', 'contact.id', 'log.topic', 'topic.default_subscribed'),
  },
)
