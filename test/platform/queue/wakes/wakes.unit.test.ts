import { expect, test } from 'vitest'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { Wakes, type Queue } from '../../../../server/platform/queue/wakes/wakes.js'

function connected() {
  const wakes = new Wakes()
  const announced: Queue[] = []
  const listened: Queue[] = []
  wakes.connect({ announce: (queue) => announced.push(queue), listen: (queue) => listened.push(queue) })
  return { wakes, announced, listened }
}

test('a queue without a worker here is announced, one with a worker is not, and events always are', () => {
  const { wakes, announced, listened } = connected()
  const woken: unknown[] = []
  wakes.attach('delivery', { wake: (workspaceId) => woken.push(workspaceId) })
  wakes.attach('events', { wake: () => woken.push('events') })
  expect(listened).toEqual(['delivery', 'events'])
  const workspaceId = newWorkspaceId()
  wakes.deliveryOf(workspaceId)
  expect(woken).toEqual([workspaceId, 'events'])
  expect(announced).toEqual(['events'])
  wakes.webhooks()
  expect(announced).toEqual(['events', 'webhooks', 'events'])
})

test('what another process announces wakes this one’s own, and is not announced again', () => {
  const { wakes, announced } = connected()
  let woken = 0
  wakes.attach('webhooks', { wake: () => (woken += 1) }, () => woken === 0)
  expect(wakes.waiting).toEqual(['webhooks'])
  wakes.wakeHere('webhooks')
  wakes.wakeHere('delivery')
  expect({ woken, announced }).toEqual({ woken: 1, announced: [] })
  expect(wakes.attached).toEqual(['webhooks'])
  expect(wakes.waiting).toEqual([])
})
