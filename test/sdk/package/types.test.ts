import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  AcceptedMessage,
  AutomationRun,
  AutomationTriggered,
  BatchItemError,
  BatchResult,
  CancelledMessages,
  ContactImport,
  Deletion,
  InboundRouteTest,
  WebhookDelivery,
} from '../../../sdk-ts/src/index.js'
import { clientOf, json } from '../support.js'

// What the compiler knows of replies and requests: these fail in `npm run types`.

describe('a status says which fields are there', () => {
  test('in the loop over a batch', async () => {
    const accepted = { index: 0, idempotency_key: 'a', status: 'accepted', message: { id: 'msg_1' } }
    const error = { status: 422, code: 'validation_failed', message: 'No.' }
    const rejected = { index: 1, idempotency_key: 'b', status: 'rejected', error }
    const { client } = clientOf([json({ data: [accepted, rejected], accepted: 1, rejected: 1 })])
    const { data } = await client.messages.sendBatch({ items: [] })
    const told = data.map((result) => {
      if (result.status === 'accepted') return result.message.id
      expectTypeOf(result.error).toEqualTypeOf<BatchItemError>()
      return result.error.code
    })
    expect(told).toEqual(['msg_1', 'validation_failed'])
  })

  test('in either order, by a switch and by the field itself', () => {
    const check = ({ data }: BatchResult) => {
      for (const result of data) {
        if (result.status === 'rejected') expectTypeOf(result.error).toEqualTypeOf<BatchItemError>()
        else expectTypeOf(result.message).toExtend<AcceptedMessage>()
        if (result.message) expectTypeOf(result.status).toEqualTypeOf<'accepted'>()
        switch (result.status) {
          case 'accepted':
            expectTypeOf(result.message.id).toBeString()
            break
          case 'rejected':
            expectTypeOf(result.error.message).toBeString()
        }
      }
    }
    expect(check).toBeTypeOf('function')
  })

  test('of everything else whose status does', () => {
    const check = ({
      cancelled: { data },
      triggered,
      route,
      delivery: { attempts },
      imported,
      deletion,
    }: {
      readonly cancelled: CancelledMessages
      readonly triggered: AutomationTriggered
      readonly route: InboundRouteTest
      readonly delivery: WebhookDelivery
      readonly imported: ContactImport
      readonly deletion: Deletion
    }) => {
      for (const one of data) {
        if (one.status === 'rejected') expectTypeOf(one.error.code).toExtend<string>()
        else expectTypeOf(one.error).toBeNull()
      }
      if (triggered.outcome === 'started') expectTypeOf(triggered.run).toExtend<AutomationRun>()
      else expectTypeOf(triggered.reason).toBeString()
      if (route.accepted) expectTypeOf(route.route.name).toBeString()
      for (const attempt of attempts) {
        if (attempt.status === null) expectTypeOf(attempt.error.message).toBeString()
        else expectTypeOf(attempt.status).toBeNumber()
      }
      if (imported.status === 'failed') expectTypeOf(imported.error.message).toBeString()
      if (imported.status === 'completed') expectTypeOf(imported.completed_at).toBeString()
      if (deletion.status === 'completed') expectTypeOf(deletion.completed_at).toBeString()
      // What is newer than this package is still a text.
      expectTypeOf(imported.status).toExtend<string>()
    }
    expect(check).toBeTypeOf('function')
  })
})
