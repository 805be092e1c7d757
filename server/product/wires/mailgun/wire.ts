import type { Request } from 'express'
import type { operations } from '../../../../generated/wires/mailgun.js'
import type { Calls } from '../../../../generated/wires/mailgun-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { domains } from './domains.js'
import { shapeError } from './errors.js'
import { events } from './events/events.js'
import { messages } from './messages/messages.js'
import { suppressions } from './suppressions.js'

const answered: WireOperations<operations, Calls> = {
  ...messages,
  ...events,
  ...suppressions,
  ...domains,
}

/** Mailgun's API, as its packages call it. */
export const mailgunWire: Wire = {
  name: 'mailgun',
  authorizationOf: bearerOf,
  shapeError,
  operations: answered,
}

/** Returns the password of Basic authentication (RFC 7617, section 2) as a bearer token. Its user is `api`. */
function bearerOf({ headers: { authorization } }: Request): string | undefined {
  const [, credentials] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '') ?? []
  if (credentials === undefined) return authorization
  const text = Buffer.from(credentials, 'base64').toString()
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`
}
