import { writeUuid } from '../../../../base/text/uuid-bytes.js'
import type { Uuid } from '../ids.js'

/**
 * Many rows as parameters of a statement: an array for each column, in the binary format that PostgreSQL reads
 * (array_recv in its arrayfuncs.c, and the receive function of each type). PostgreSQL has nothing to parse then:
 * reading rows from JSON took a third of the time of the statement that stores sends.
 */

/** The values that a column of each type takes. `null` and `undefined` are NULL. */
interface Values {
  readonly uuid: Uuid
  readonly text: string
  /** Anything that `JSON.stringify` takes. */
  readonly json: object
  readonly jsonb: object
  readonly boolean: boolean
  readonly smallint: number
  readonly integer: number
  readonly float8: number
  readonly timestamptz: Date
  readonly bytea: Buffer
}

type ColumnType = keyof Values

/** The columns of rows, with their types. */
export type ColumnTypes = Readonly<Record<string, ColumnType>>

/** A row with such columns; a column may be absent. */
type RowOf<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]?: Values[Types[Name]] | null | undefined
}

/**
 * Returns SQL of the rows of {@link columnArrays}, as it follows `from`. The barrier (`offset 0`) hides the number of
 * rows from the planner: else it would plan the statement anew for every number of rows.
 *
 * @param first the number of the first parameter of the columns, which stand one after the other
 */
export function unnestColumns(types: ColumnTypes, first: number, alias: string): string {
  const names = Object.keys(types).join(', ')
  const arrays = Object.entries(types).map(([name, type], index) => `$${first + index}::${type}[] as ${name}`)
  return `(select ${alias}.* from (select ${arrays.join(', ')} offset 0) columns
     cross join lateral unnest(${names}) as ${alias}(${names})) ${alias}`
}

/**
 * Returns rows as parameters, one for each column, in the order of the columns. A column that no row has is null,
 * which `unnest` takes for an empty array and fills up with NULL.
 */
export function columnArrays<Types extends ColumnTypes>(
  types: Types,
  rows: readonly RowOf<Types>[],
): (Buffer | null)[] {
  return Object.entries(types).map(([name, type]) => arrayOf(type, rows, name))
}

/** The numbers (OIDs) of the types, as pg_type.dat has them. */
const oids: Readonly<Record<ColumnType, number>> = {
  boolean: 16,
  bytea: 17,
  smallint: 21,
  integer: 23,
  text: 25,
  json: 114,
  float8: 701,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
}

/**
 * Bytes of an array before the first value: dimensions, whether there are NULLs, the type, the length and the least
 * subscript.
 */
const headerBytes = 20

function arrayOf<Types extends ColumnTypes>(
  type: ColumnType,
  rows: readonly RowOf<Types>[],
  name: string,
): Buffer | null {
  // Most columns of most rows are NULL.
  let fields: (Field | undefined)[] | undefined
  let bytes = headerBytes + 4 * rows.length
  let nulls = rows.length
  for (let index = 0; index < rows.length; index += 1) {
    const value = rows[index]?.[name] ?? undefined
    if (value === undefined) continue
    const field = fieldOf(type, value)
    fields ??= new Array<Field | undefined>(rows.length).fill(undefined)
    fields[index] = field
    bytes += lengthOf(type, field)
    nulls -= 1
  }
  if (fields === undefined) return null
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0)
  array.writeInt32BE(nulls > 0 ? 1 : 0, 4)
  array.writeInt32BE(oids[type], 8)
  array.writeInt32BE(rows.length, 12)
  array.writeInt32BE(1, 16)
  let at = headerBytes
  for (const field of fields) {
    const length = field === undefined ? -1 : lengthOf(type, field)
    at = array.writeInt32BE(length, at)
    if (field === undefined) continue
    write(type, field, array, at)
    at += length
  }
  return array
}

/** A value in the form in which it is written. JSON is its text, so that it is made only once. */
type Field = Exclude<Values[ColumnType], object> | Date | Buffer

function fieldOf(type: ColumnType, value: Values[ColumnType]): Field {
  return type === 'json' || type === 'jsonb' ? JSON.stringify(value) : (value as Field)
}

/** Returns the length of a value in bytes. */
function lengthOf(type: ColumnType, field: Field): number {
  switch (type) {
    case 'boolean':
      return 1
    case 'smallint':
      return 2
    case 'integer':
      return 4
    case 'float8':
    case 'timestamptz':
      return 8
    case 'uuid':
      return 16
    case 'bytea':
      return (field as Buffer).length
    case 'text':
    case 'json':
      return Buffer.byteLength(field as string)
    case 'jsonb':
      return 1 + Buffer.byteLength(field as string)
  }
}

/** Microseconds from the epoch of Unix to 2000-01-01, from which PostgreSQL counts. */
const epochOfPostgres = 946_684_800_000_000n

function write(type: ColumnType, field: Field, into: Buffer, at: number): void {
  switch (type) {
    case 'boolean':
      into.writeUInt8(field === true ? 1 : 0, at)
      break
    case 'smallint':
      into.writeInt16BE(field as number, at)
      break
    case 'integer':
      into.writeInt32BE(field as number, at)
      break
    case 'float8':
      into.writeDoubleBE(field as number, at)
      break
    case 'timestamptz':
      into.writeBigInt64BE(BigInt((field as Date).getTime()) * 1000n - epochOfPostgres, at)
      break
    case 'uuid':
      writeUuid(field as Uuid, into, at)
      break
    case 'bytea':
      ;(field as Buffer).copy(into, at)
      break
    case 'text':
    case 'json':
      into.write(field as string, at)
      break
    case 'jsonb':
      // The version of the format.
      into.writeUInt8(1, at)
      into.write(field as string, at + 1)
      break
  }
}
