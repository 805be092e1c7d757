import type { Uuid } from '../../db/ids.js'
import { statement } from '../../db/statement.js'

/** Begins the count of failures anew, so that one that was disabled for them is not disabled by the next one. */
export const forgetFailures = statement<[workspaceId: Uuid, subscriptionId: Uuid]>(
  'forget_webhook_failures',
  `update webhook_health set consecutive_failures = 0, failing_since = null
   where workspace_id = $1 and subscription_id = $2`,
)
