import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { WireOperations } from '../../frame/wire.js'

type Properties = components['schemas']['ContactEventProperties']

/** The operations of Resend's events. */
export const events = {
  sendEvent: async ({ body, idempotencyKey }, { call, projectId }) => {
    const { event: name, contact_id: id, email, payload } = body
    // The called operation refuses values that are lists or objects.
    const event = { name, ...(payload !== undefined && { properties: payload as Properties }) }
    if (id !== undefined && email !== undefined)
      throw refusedValue('/body/contact_id', 'exclusive', 'cannot be given together with email')
    if (id !== undefined) await call('recordContactEvent', { path: { id }, body: event, idempotencyKey })
    else if (email === undefined) throw refusedValue('/body/contact_id', 'required', 'or email must be given')
    else {
      const project_id = await projectId()
      await call('recordContactEventByAddress', { body: { ...event, project_id, email }, idempotencyKey })
    }
    return { status: 202, body: { object: 'event', event: name } }
  },
} satisfies Partial<WireOperations<operations, Calls>>
