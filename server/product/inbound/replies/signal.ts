import type { components } from '../../../../generated/api-types.js'
import { recordSignals } from '../../audience/signals.js'
import { toTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import type { Transaction } from '../../../platform/db/transaction/transaction.js'

type Schemas = components['schemas']

/** A mail of a contact that a route has accepted. */
export interface MailOfContact {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
  readonly routeId: Uuid
  /** Id of the message, which is stored by the time the transaction commits. */
  readonly inboundMessageId: Uuid
  /** Id of the contact, which `lockContacts` has locked. */
  readonly contactId: Uuid
  readonly automatic: Schemas['InboundAutomatic']
  /** The route's handling of automatic mail. */
  readonly handling: Schemas['InboundAutomaticHandling']
  readonly dmarc: Schemas['InboundAuthResult']
  readonly receivedAt: Date
}

/**
 * Records a mail for the automations that it starts. Two kinds of mail start none: automatic mail, if its route does
 * not deliver it, so that no two programs answer each other for ever; and mail whose sender is shown to be forged.
 *
 * @returns whether any automation wants the mail: then the caller wakes the automations after the commit
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
