import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { returnPath } from '../../../../server/product/delivery/bounce/return-path.js'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

test('an address is read back in any case, and in no other spelling', () => {
  const path = returnPath('bounces.example', new Uint8Array(32))
  const delivery = { workspaceId: newWorkspaceId(), logId: newUuid() }
  const address = path.addressOf(delivery)
  expect(path.read(address)).toEqual(delivery)
  expect(path.read(address.toUpperCase())).toEqual(delivery)
  // The last of the 61 letters has a bit that says nothing.
  const [, before = '', last = ''] = /^(.*)(.)@/.exec(address) ?? []
  for (const letter of letters.replace(last, '')) {
    expect(path.read(`${before}${letter}@bounces.example`), letter).toBeUndefined()
  }
})
