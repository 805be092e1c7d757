import type { Knex } from 'knex'
import { runInSlices, type Steps } from '../../../../../base/time/time-slice.js'
import { nilUuid } from '../../../../platform/db/ids.js'
import { added } from '../deletion-row.js'
import type { ErasureBatch, Erasure, Step } from '../erasure.js'
import type { Changed, References, Row } from './references.js'
import { statementsOf } from './statements.js'
import { transposed, writtenInPortions } from './written.js'

/** The number of rows that are in memory at once. Each may have some texts of 10 MB. */
const readAtOnce = 10

/** Values before every key, by type: nothing in a key is less. */
const least = { uuid: nilUuid, text: '', integer: '-1' } as const

/**
 * Makes a step that walks a table and takes the address out of its rows. The database finds the candidates by
 * needles, which need no rules; this code decides which matches are the address and which are a part of another one.
 */
export function eraseReferences(references: References): Step {
  const statements = statementsOf(references)
  const { find, read } = statements
  const change = changing(references, statements)
  const beginning = Object.values(references.key).map((type) => least[type])
  return {
    name: `mentions in ${references.table}`,
    run: async (trx, erasure, position, max): Promise<ErasureBatch> => {
      const { workspaceId, projectId, redactor } = erasure
      if (projectId !== null && references.ofProject === null) return { erased: {}, next: null }
      const after = position === null ? beginning : (JSON.parse(position) as string[])
      const needles = [...redactor.needles, ...(references.alsoFind?.(erasure) ?? [])]
      const most = Math.min(max, references.rowsAtMost ?? max)
      const page = await find(trx, workspaceId, projectId, needles, most, ...after)
      const found = page.filter((row) => row.found).map((row) => row.key)
      const last = page.at(-1)
      const next = last?.full === true ? JSON.stringify(last.key) : null
      let erased: ErasureBatch['erased'] = {}
      for (let at = 0; at < found.length; at += readAtOnce) {
        const rows = await read(trx, workspaceId, ...transposed(found.slice(at, at + readAtOnce)))
        erased = added(erased, await change(trx, erasure, rows))
      }
      return { erased, next }
    },
  }
}

function changing(references: References, { write, remove }: ReturnType<typeof statementsOf>) {
  return async (trx: Knex, erasure: Erasure, rows: readonly Row[]): Promise<ErasureBatch['erased']> => {
    const selected = references.select === undefined ? rows : await references.select(trx, erasure, rows)
    const { changed, deleted } = await runInSlices(changesOf(selected, references, erasure))
    if (deleted.length > 0) await remove(trx, erasure.workspaceId, ...transposed(deleted.map(keyOf)))
    for (const portion of await runInSlices(writtenInPortions(changed, references))) {
      await write(trx, erasure.workspaceId, ...portion)
    }
    const further = changed.length > 0 ? await references.after?.(trx, erasure, changed) : undefined
    const count = changed.length + deleted.length
    return { ...(references.counted && { [references.counted]: count }), ...further }
  }
}

/** Decides which rows change, and which are deleted. */
function* changesOf(rows: readonly Row[], references: References, erasure: Erasure) {
  const names = Object.keys(references.columns)
  const changed: Changed[] = []
  const deleted: Row[] = []
  for (const before of rows) {
    const redacted = yield* redact(before, references, erasure)
    const after = references.change?.(before, redacted, erasure) ?? redacted
    if (after === 'delete') deleted.push(before)
    else if (names.some((name) => !isSame(before[name], after[name]))) changed.push({ before, after })
    yield
  }
  return { changed, deleted }
}

function* redact(row: Row, { columns }: References, { redactor }: Erasure): Steps<Row> {
  const redacted: Record<string, unknown> = { ...row }
  for (const [name, type] of Object.entries(columns)) {
    const value = row[name]
    if (type !== 'text') redacted[name] = yield* redactor.json(value)
    else if (typeof value === 'string') redacted[name] = yield* redactor.text(value)
  }
  return redacted
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one === other
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function keyOf(row: Row): string[] {
  return row.key as string[]
}
