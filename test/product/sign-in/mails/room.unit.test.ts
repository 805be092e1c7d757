import { expect, test } from 'vitest'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { WorkspaceSlots } from '../../../../server/product/sign-in/mails/room.js'

test('who is a user of several workspaces has a slot while one of them has', () => {
  const slots = new WorkspaceSlots()
  const [crowded, other] = [newWorkspaceId(), newWorkspaceId()]
  for (let count = 0; count < 10; count += 1) expect(slots.take([crowded])).toBe(crowded)
  expect(slots.take([crowded])).toBeUndefined()
  expect(slots.take([crowded, other])).toBe(other)
  slots.free(crowded)
  expect(slots.take([crowded, other])).toBe(crowded)
  for (let count = 0; count < 9; count += 1) expect(slots.take([crowded, other])).toBe(other)
  expect(slots.take([crowded, other])).toBeUndefined()
})
