import type { operations } from '../../../../generated/wires/resend.js'
import type { Calls } from '../../../../generated/wires/resend-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { emails } from './emails.js'
import { shapeError } from './errors.js'
import { webhooks } from './webhooks.js'

const answered: WireOperations<operations, Calls> = { ...emails, ...webhooks }

/** Resend's API, as its packages call it. */
export const resendWire: Wire = {
  name: 'resend',
  authorizationOf: (req) => req.headers.authorization,
  shapeError,
  operations: answered,
}
