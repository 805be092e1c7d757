import { answeringDatabase } from '../../../support/database/answering-database.js'
import { expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import type { RouteRecipient } from '../../../../server/product/inbound/recipients.js'
import { recipientAdmission } from '../../../../server/product/inbound/take/admit.js'

/** Tests how mail is counted before it is taken; test/product/inbound/take/receiving.e2e.test.ts has the rest. */

/** A database in which nothing is stored. */
const db = answeringDatabase(() => [])
const workspaceId = newUuid()
const once = { max: 1, windowSeconds: 60 }
const often = { max: 100, windowSeconds: 60 }

function recipientOf(routeId = newUuid()): RouteRecipient {
  const route = { workspace_id: workspaceId, id: routeId, enabled: true, block: [] }
  return { kind: 'route', address: 'support@shop.example', route } as unknown as RouteRecipient
}
const from = (sender: string, clientAddress = '192.0.2.1', earlier: RouteRecipient[] = []) => ({
  ...{ sender, clientAddress, earlier },
  declaredBytes: 0,
})
const tooMany = expect.objectContaining({ responseCode: 452 }) as unknown

test('bounces count for the server that they come from, as they have no sender', async () => {
  const admit = recipientAdmission(db, { sender: once, route: often }, 1000)
  await admit(recipientOf(), from(''))
  await expect(admit(recipientOf(), from(''))).rejects.toEqual(tooMany)
  await admit(recipientOf(), from('', '192.0.2.2'))
  // With a sender the server does not matter.
  await admit(recipientOf(), from('ada@example.com'))
  await expect(admit(recipientOf(), from('Ada@Example.com', '192.0.2.2'))).rejects.toEqual(tooMany)
})

test('a message counts once, however many recipients it has at a route or in a workspace', async () => {
  const admit = recipientAdmission(db, { sender: once, route: once }, 1000)
  const first = recipientOf()
  await admit(first, from('ada@example.com'))
  await admit(first, from('ada@example.com', '192.0.2.1', [first]))
  await admit(recipientOf(), from('ada@example.com', '192.0.2.1', [first]))
  await expect(admit(first, from('bob@example.com'))).rejects.toEqual(tooMany)
})
