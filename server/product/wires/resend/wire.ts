import type { operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { apiKeys } from './api-keys.js'
import { contacts } from './audience/contacts.js'
import { domains } from './domains.js'
import { emails } from './emails.js'
import { shapeError } from './errors.js'
import { events } from './audience/events.js'
import { suppressions } from './audience/suppressions.js'
import { topics } from './audience/topics.js'
import { webhooks } from './webhooks.js'

const answered: WireOperations<operations, Calls> = {
  ...emails,
  ...contacts,
  ...topics,
  ...suppressions,
  ...events,
  ...domains,
  ...apiKeys,
  ...webhooks,
}

/** Resend's API, as its packages call it. */
export const resendWire: Wire = {
  name: 'resend',
  authorizationOf: (req) => req.headers.authorization,
  shapeError,
  operations: answered,
}
