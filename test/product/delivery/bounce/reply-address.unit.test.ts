import { expect, test } from 'vitest'
import { newUuid, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import {
  longestReplyDomain,
  replyAddresses,
} from '../../../../server/product/delivery/bounce/reply-address.js'
import { returnPath } from '../../../../server/product/delivery/bounce/return-path.js'
import { isEmailAddress } from '../../../../base/addresses/address.js'

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
const key = new Uint8Array(32)
const replied = () => ({ messageId: newUuid(), routeId: newUuid(), domain: 'in.shop.example' })

test('a reply address is read back in any case, and in no other spelling', () => {
  const addresses = replyAddresses(key)
  const message = replied()
  const address = addresses.addressOf(message)
  expect(address).toMatch(/^r\+[a-z2-7]{61}@in\.shop\.example$/)
  expect(addresses.read(address)).toEqual(message)
  expect(addresses.read(address.toUpperCase())).toEqual(message)
  // The last of the 61 letters has a bit that says nothing.
  const [, before = '', last = ''] = /^(.*)(.)@/.exec(address) ?? []
  for (const letter of letters.replace(last, '')) {
    expect(addresses.read(`${before}${letter}@in.shop.example`), letter).toBeUndefined()
  }
})

test('a reply address is bound to its domain, its ids and its key', () => {
  const addresses = replyAddresses(key)
  const message = replied()
  const address = addresses.addressOf(message)
  expect(addresses.read(address.replace('@in.', '@other.'))).toBeUndefined()
  expect(replyAddresses(new Uint8Array(32).fill(1)).read(address)).toBeUndefined()
  for (let at = 2; at < 63; at += 1) {
    const letter = address[at] === 'a' ? 'b' : 'a'
    expect(addresses.read(address.slice(0, at) + letter + address.slice(at + 1)), `${at}`).toBeUndefined()
  }
})

test('a key that was replaced still reads the addresses that it made', () => {
  const old = new Uint8Array(32).fill(1)
  const message = replied()
  const address = replyAddresses(old).addressOf(message)
  expect(replyAddresses(() => [key, old]).read(address)).toEqual(message)
})

test('neither a reply address nor a return path is taken for the other', () => {
  const addresses = replyAddresses(key)
  const path = returnPath('in.shop.example', key)
  const reply = addresses.addressOf(replied())
  const back = path.addressOf({ workspaceId: newWorkspaceId(), logId: newUuid() })
  expect(path.read(reply)).toBeUndefined()
  expect(path.read(reply.replace('r+', 'b+'))).toBeUndefined()
  expect(addresses.read(back)).toBeUndefined()
  expect(addresses.read(back.replace('b+', 'r+'))).toBeUndefined()
})

test('the longest domain leaves an address', () => {
  const label = 'a'.repeat(61)
  const domain = `${label}.${label}.${label}.aa`.padEnd(longestReplyDomain, 'a')
  const address = replyAddresses(key).addressOf({ ...replied(), domain })
  expect(address.length).toBeLessThanOrEqual(254)
  expect(isEmailAddress(address)).toBe(true)
  expect(replyAddresses(key).read(address)?.domain).toBe(domain)
})
