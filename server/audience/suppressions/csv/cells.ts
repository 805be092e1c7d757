import { parse } from 'csv-parse/sync'

/** A record that `scanRecord` has found, without its line end. */
export interface RecordBytes {
  readonly bytes: Buffer
  /** How many fields it has. */
  readonly fields: number
}

/**
 * The fields of records. White space around a field is taken off, but not what is within its quotes. A quote within a
 * field that does not begin with one is a character like others.
 */
export function cellsOf(records: readonly RecordBytes[], delimiter: number): string[][] {
  const cells: string[][] = []
  for (const indexes of byFields(records).values()) {
    const together = Buffer.concat(indexes.flatMap((index) => [records[index]?.bytes ?? lineEnd, lineEnd]))
    const parsed = parse(together, {
      delimiter: String.fromCharCode(delimiter),
      record_delimiter: '\n',
      relax_quotes: true,
      trim: true,
    })
    parsed.forEach((record, order) => (cells[indexes[order] ?? 0] = record))
  }
  return cells
}

/** The library takes records that have as many fields as its first. To let it take others costs an error for each. */
function byFields(records: readonly RecordBytes[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  records.forEach(({ fields }, index) => {
    const group = groups.get(fields)
    if (group === undefined) groups.set(fields, [index])
    else group.push(index)
  })
  return groups
}

/** Behind each record, so that one of nothing but spaces is one, too. */
const lineEnd = Buffer.from('\n')
