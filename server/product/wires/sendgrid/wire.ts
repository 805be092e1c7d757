import type { operations } from '../../../../generated/wires/sendgrid.js'
import type { Calls } from '../../../../generated/wires/sendgrid-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { activity } from './activity.js'
import { apiKeys } from './api-keys.js'
import { domains } from './domains.js'
import { shapeError } from './errors.js'
import { mail } from './mail/mail.js'
import { suppressions } from './suppressions.js'

const answered: WireOperations<operations, Calls> = {
  ...mail,
  ...activity,
  ...suppressions,
  ...domains,
  ...apiKeys,
}

/** SendGrid's API, as its packages call it. */
export const sendgridWire: Wire = {
  name: 'sendgrid',
  authorizationOf: (req) => req.headers.authorization,
  shapeError,
  operations: answered,
}
