import fc from 'fast-check'
import { parse } from 'uuid'
import { expect, test } from 'vitest'
import { uuidAt, uuidBytes, uuidOfHex, writeUuid } from '../../../base/text/uuid-bytes.js'
import { uuidOfBytes } from '../../../server/platform/db/ids.js'

const uuid = fc.uuid()

test('the bytes of UUIDs are those of each, and each comes back from its place', () => {
  fc.assert(
    fc.property(fc.array(uuid, { maxLength: 4 }), (uuids) => {
      const bytes = uuidBytes(...uuids)
      expect(bytes).toEqual(Buffer.concat(uuids.map((each) => parse(each))))
      expect(uuids.map((_, index) => uuidAt(bytes, 16 * index))).toEqual(uuids)
    }),
  )
})

test('writing at an offset changes the 16 bytes behind it alone, in whichever case the UUID is', () => {
  fc.assert(
    fc.property(
      uuid,
      fc.uint8Array({ minLength: 16, maxLength: 40 }),
      fc.nat(),
      fc.boolean(),
      (id, filled, n, upper) => {
        const offset = n % (filled.length - 15)
        const written = Buffer.from(filled)
        writeUuid(upper ? id.toUpperCase() : id, written, offset)
        expect(uuidAt(written, offset)).toBe(id)
        expect(written.subarray(0, offset)).toEqual(Buffer.from(filled.subarray(0, offset)))
        expect(written.subarray(offset + 16)).toEqual(Buffer.from(filled.subarray(offset + 16)))
      },
    ),
  )
})

test('32 digits are a UUID', () => {
  fc.assert(fc.property(uuid, (id) => uuidOfHex(id.replaceAll('-', '')) === id))
})

test('a text that is no UUID takes 16 bytes as well, with nothing of the memory before it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect(uuidBytes(text)).toEqual(uuidBytes(text))
      expect(uuidBytes(text)).toHaveLength(16)
    }),
  )
})

test('of bytes that strangers send, only 16 of the version 7 are an id', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: [1, 2, 3, 4, 5, 6, 8] }), (id, other) => {
      expect(uuidOfBytes(uuidBytes(id))).toBe(id)
      expect(uuidOfBytes(uuidBytes(other))).toBeUndefined()
      expect(uuidOfBytes(uuidBytes(id).subarray(1))).toBeUndefined()
      expect(uuidOfBytes(Buffer.concat([uuidBytes(id), Buffer.of(0)]))).toBeUndefined()
      expect(uuidOfBytes(uuidBytes(`${id.slice(0, 19)}c${id.slice(20)}`))).toBeUndefined()
    }),
  )
})
