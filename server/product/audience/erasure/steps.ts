import type { Step } from './erasure.js'
import { referencingTables } from './references/tables.js'
import { eraseReferences } from './references/walk.js'
import { eraseAuditName } from './steps/audit.js'
import { cancelAutomationRuns, eraseAutomationInbox, eraseAutomationRuns } from './steps/automations.js'
import { eraseContacts } from './steps/contacts.js'
import { eraseInboundByAddress, eraseInboundOfContacts } from './steps/inbound.js'
import { eraseMessages } from './steps/messages.js'
import { awaitDeliveries, cancelQueued } from './steps/queue.js'
import { eraseSearchWords } from './steps/search.js'
import { eraseSuppression } from './steps/suppressions.js'

/**
 * All of the work, in order: first nothing more may happen to the address, then what is its own goes, then
 * what others wrote. Runs of automations end before their contacts go, which are locked behind them; what has begun
 * in between ends afterwards. The contacts come before the kept replies, which are found by them, and inbound messages
 * before their events. The words of searches come last: they are made anew of what is left.
 */
export const erasureSteps: readonly Step[] = [
  cancelQueued,
  awaitDeliveries,
  eraseSuppression,
  eraseAuditName,
  cancelAutomationRuns,
  eraseContacts,
  eraseAutomationRuns,
  eraseAutomationInbox,
  eraseInboundByAddress,
  eraseInboundOfContacts,
  eraseMessages('address'),
  eraseMessages('token'),
  ...referencingTables.map(eraseReferences),
  eraseSearchWords,
]
