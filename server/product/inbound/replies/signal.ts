import type { components } from '../../../../generated/api-types.js'
import { recordSignals } from '../../audience/signals.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'

type Schemas = components['schemas']

/** A mail of a contact that a route has taken. */
export interface MailOfContact {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly routeId: Uuid
  /** The message is stored by the time the transaction commits. */
  readonly inboundMessageId: Uuid
  /** Locked by `lockContacts`. */
  readonly contactId: Uuid
  readonly automatic: Schemas['InboundAutomatic']
  /** What the route does with automatic mail. */
  readonly handling: Schemas['InboundAutomaticHandling']
  /** The result of DMARC. */
  readonly dmarc: Schemas['InboundAuthResult']
  readonly receivedAt: Date
}

/**
 * Records a mail for the automations that it starts, unless it may start none: automatic mail where the route does
 * not deliver it, so that no two programs answer each other for ever, and mail whose sender is shown to be forged.
 *
 * @returns whether any automation wants it: then the caller wakes the automations after the commit
 */
export async function recordInboundSignal(tx: Transaction, mail: MailOfContact): Promise<boolean> {
  if (mail.automatic !== 'none' && mail.handling !== 'deliver') return false
  if (mail.dmarc === 'fail') return false
  return recordSignals(tx, mail.workspaceId, [
    {
      projectId: mail.projectId,
      contactId: mail.contactId,
      kind: 'inbound',
      name: toTypeId('inr', mail.routeId),
      contactEventId: null,
      inboundMessageId: mail.inboundMessageId,
      occurredAt: mail.receivedAt,
      depth: 0,
    },
  ])
}
