import type { operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import type { Wire, WireOperations } from '../frame/wire.js'
import { bounces } from './bounces.js'
import { domains } from './domains.js'
import { email } from './email.js'
import { shapeError } from './errors.js'
import { messages } from './messages.js'
import { server } from './server.js'
import { suppressions } from './suppressions.js'
import { templates } from './templates.js'

const answered: WireOperations<operations, Calls> = {
  ...email,
  ...messages,
  ...bounces,
  ...suppressions,
  ...templates,
  ...domains,
  ...server,
}

const tokens = ['x-postmark-server-token', 'x-postmark-account-token'] as const

/** Postmark's API, as its packages call it. */
export const postmarkWire: Wire = {
  name: 'postmark',
  anyCase: true,
  authorizationOf: ({ headers }) => {
    const token = tokens.map((name) => headers[name]).find((value) => typeof value === 'string')
    return token === undefined ? undefined : `Bearer ${token}`
  },
  shapeError,
  operations: answered,
}
