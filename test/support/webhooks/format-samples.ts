import type { components } from '../../../generated/api-types.js'
import { newUuid, newWorkspaceId, timeOf, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import type { EventData, EventType } from '../../../server/platform/events/event-types.js'
import type { EventRow } from '../../../server/platform/events/present-event.js'
import { noSubjects, type Subjects } from '../../../server/product/webhooks/formats/subjects.js'

/** Events with which the tests of formats are fed, and the things that they are about. */

const messageUuid = newUuid()
const logUuid = newUuid()
export const messageId = toTypeId('msg', messageUuid)
export const logId = toTypeId('log', logUuid)
const contactId = toTypeId('con', newUuid())

/** A message of the stream for bulk mail. */
export const known: Subjects = {
  ...noSubjects,
  messages: new Map([
    [
      messageId,
      {
        id: messageUuid,
        from_email: 'orders@shop.example',
        from_name: 'Shop',
        subject: 'Your receipt',
        metadata: { order: 'A-1' },
        campaign_id: null,
        template_id: null,
      },
    ],
  ]),
  logs: new Map([[logId, { id: logUuid, message_id: messageUuid }]]),
  streams: new Map([[logId, { id: logUuid, stream: 'bulk' }]]),
}

const ofMessage = {
  message_id: messageId,
  log_id: logId,
  recipient: 'ada@example.com',
  category: 'receipts',
  campaign_id: null,
  automation_id: null,
}
const reply = { code: 550, enhanced_code: '5.1.1', text: 'No such user', host: 'mx.example.com:25' }
/** The reply as one line. */
export const replyLine = '550 5.1.1 No such user'
export const delivery: components['schemas']['DeliveryData'] = {
  ...ofMessage,
  attempt: 1,
  via: 'smtp',
  reply,
  class: 'unknown_user',
  suppressed: true,
  error: null,
}
const tracked = { ...ofMessage, machine: null, user_agent: 'Mozilla/5.0' }
const contact = {
  contact_id: contactId,
  email: 'ada@example.com',
  campaign_id: null,
  automation_id: null,
  message_id: messageId,
  log_id: logId,
}

/** Data of the event types that formats of other services translate. */
export const samples = {
  'message.accepted': {
    message_id: messageId,
    from_email: 'orders@shop.example',
    subject: 'As accepted',
    category: 'receipts',
    metadata: { order: 'A-1' },
    recipients: ['ada@example.com', 'bob@example.com'].map((email) => ({ log_id: logId, email })),
  },
  'message.deferred': {
    ...ofMessage,
    attempt: 2,
    reply: { ...reply, code: 451, enhanced_code: null, text: 'Later' },
    class: 'server',
    error: null,
    next_attempt_at: '2099-01-14T09:30:00.000Z',
  },
  'message.delivered': {
    ...delivery,
    reply: { ...reply, code: 250, enhanced_code: '2.0.0', text: 'Queued' },
    class: null,
    suppressed: false,
  },
  'message.bounced': delivery,
  'message.failed': {
    ...delivery,
    reply: null,
    class: null,
    suppressed: false,
    error: 'The domain accepts no mail.',
  },
  'message.suppressed': { ...ofMessage, reason: 'hard_bounce' },
  'message.complained': {
    ...ofMessage,
    feedback_type: 'abuse',
    user_agent: 'FBL/1.0',
    suppressed: true,
  },
  'message.opened': tracked,
  'message.clicked': { ...tracked, machine: 'scanner', url: 'https://shop.example/a?b=c' },
  'suppression.added': {
    suppression_id: 'sup_1',
    email: 'ada@example.com',
    reason: 'hard_bounce',
    note: null,
    log_id: logId,
  },
  'contact.unsubscribed': { ...contact, source: 'one_click' },
  'contact.resubscribed': { ...contact, source: 'api' },
} as const satisfies { readonly [Type in EventType]?: EventData[Type] }

/** Returns an event as it is stored. */
export function eventRow<Type extends EventType>(
  type: Type,
  data: EventData[Type],
  id: Uuid = newUuid(),
): EventRow {
  return {
    id,
    workspace_id: newWorkspaceId(),
    project_id: newUuid(),
    environment: 'live',
    type,
    data: { ...data },
  }
}

/** Returns when an event happened, as in RFC 3339. */
export const timeText = ({ id }: EventRow): string => timeOf(id).toISOString()
