import type { operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { apiKeys } from './api-keys.js'
import { audiences } from './audience/audiences.js'
import { contactSegments } from './audience/contact-segments.js'
import { contacts } from './audience/contacts.js'
import { broadcasts } from './broadcasts/broadcasts.js'
import { recipients } from './broadcasts/recipients.js'
import { domains } from './domains.js'
import { emails } from './emails.js'
import { shapeError } from './errors.js'
import { metrics } from './metrics.js'
import { receiving } from './receiving.js'
import { webhooks } from './webhooks.js'
import { events } from './audience/events.js'
import { segments } from './audience/segments.js'
import { suppressions } from './audience/suppressions.js'
import { templates } from './templates/templates.js'
import { topics } from './audience/topics.js'

const answered: WireOperations<operations, Calls> = {
  ...emails,
  ...metrics,
  ...receiving,
  ...webhooks,
  ...contacts,
  ...segments,
  ...contactSegments,
  ...audiences,
  ...topics,
  ...templates,
  ...broadcasts,
  ...recipients,
  ...suppressions,
  ...events,
  ...domains,
  ...apiKeys,
}

/** Resend's API, as its packages call it. */
export const resendWire: Wire = {
  name: 'resend',
  authorizationOf: (req) => req.headers.authorization,
  shapeError,
  operations: answered,
}
