import type { Step } from '../product/audience/erasure/erasure.js'
import { referencingTables } from '../product/audience/erasure/references/tables.js'
import { eraseReferences } from '../product/audience/erasure/references/walk.js'
import { eraseAuditName } from '../product/audience/erasure/steps/audit.js'
import {
  cancelAutomationRuns,
  eraseAutomationInbox,
  eraseAutomationRuns,
} from '../product/programs/automations/runs/erase-runs.js'
import { eraseContacts } from '../product/audience/erasure/steps/contacts.js'
import { eraseInboundByAddress, eraseInboundOfContacts } from '../product/inbound/erasure/erase-inbound.js'
import { eraseMessages } from '../product/mail/forget/erase-messages.js'
import { awaitDeliveries, cancelQueued } from '../product/mail/forget/erase-queue.js'
import { eraseSearchWords } from '../product/audience/erasure/steps/search.js'
import { eraseSuppression } from '../product/audience/erasure/steps/suppressions.js'

/**
 * The steps of an erasure, in order: first nothing more may happen to the address, then its own data goes, then what
 * others wrote. Runs of automations end before their contacts go, which are locked behind them; runs that have begun
 * in between end afterwards. The contacts come before the kept replies, which are found by them, and inbound messages
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
