import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnArrays,
  unnestColumns,
  type ColumnTypes,
} from '../../../../server/platform/db/statements/column-arrays.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { runs } from '../../../support/run/sampled.js'

const types = {
  id: 'uuid',
  words: 'text',
  plain: 'json',
  parsed: 'jsonb',
  open: 'boolean',
  place: 'smallint',
  amount: 'integer',
  share: 'float8',
  at: 'timestamptz',
  bytes: 'bytea',
} as const satisfies ColumnTypes

/** PostgreSQL has neither U+0000 nor halves of surrogate pairs. */
const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const document = fc.dictionary(words, fc.oneof(words, fc.integer(), fc.boolean()), { maxKeys: 3 })
const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: undefined })

const row = fc.record({
  id: orAbsent(fc.uuid()),
  words: orAbsent(words),
  plain: orAbsent(document),
  parsed: orAbsent(document),
  open: orAbsent(fc.boolean()),
  place: orAbsent(fc.integer({ min: -32_768, max: 32_767 })),
  amount: orAbsent(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  share: orAbsent(fc.double({ noNaN: true })),
  at: orAbsent(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })),
  bytes: orAbsent(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
})

describe('rows as arrays of their columns', () => {
  it('are read by PostgreSQL as they were written, in their order', async () => {
    const { sql } = await sharedApi()
    const text = `select * from ${unnestColumns(types, 1, 'given')}`
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const { rows: read } = await sql.query(text, columnArrays(types, rows))
        // Where no row has anything, no array says how many rows there are.
        const empty = rows.every((each) => Object.keys(defined(each)).length === 0)
        expect(read).toEqual(empty ? [] : rows.map((each) => ({ ...absent, ...defined(each) })))
      }),
      { numRuns: runs(200) },
    )
  })

  it('take capital hexadecimal digits of ids', async () => {
    const { sql } = await sharedApi()
    const text = `select id from ${unnestColumns({ id: 'uuid' }, 1, 'given')}`
    const id = '0123ABCD-89EF-7ABC-8DEF-0123456789AB'
    const { rows } = await sql.query(text, columnArrays({ id: 'uuid' }, [{ id }]))
    expect(rows).toEqual([{ id: id.toLowerCase() }])
  })
})

const absent = Object.fromEntries(Object.keys(types).map((name) => [name, null]))

function defined(each: object): object {
  return Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined))
}
