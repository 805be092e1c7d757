import { createHash } from 'node:crypto'
import type pg from 'pg'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
  readonly answer: (result: { rows: string[] }) => void
  readonly fail: (reason: unknown) => void
}

/**
 * Sends the statements that are asked in one turn of the event loop as one, which PostgreSQL plans once: many small ones
 * take longer to send than to answer. Each row comes as the text of its JSON, to be compared.
 */
export function askedTogether(sql: pg.Pool): pg.Pool {
  const waiting: Asked[] = []
  const query = (text: string, values: readonly unknown[] = []) =>
    new Promise<{ rows: string[] }>((answer, fail) => {
      if (waiting.length === 0) setImmediate(() => void send(sql, waiting.splice(0)))
      waiting.push({ text, values, answer, fail })
    })
  return { query } as unknown as pg.Pool
}

async function send(sql: pg.Pool, asked: readonly Asked[]): Promise<void> {
  let given = 0
  const parts = asked.map(({ text, values }, index) => {
    const own = text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${given + Number(number)}`)
    given += values.length
    return `(select string_agg(row_to_json(found)::text, e'\\n') from (${own}) found) as of_${index}`
  })
  const text = `select ${parts.join(', ')}`
  try {
    const { rows } = await sql.query<Record<string, string | null>>({
      name: createHash('sha256').update(text).digest('hex').slice(0, 32),
      text,
      values: asked.flatMap(({ values }) => values),
    })
    asked.forEach(({ answer }, index) => answer({ rows: rows[0]?.[`of_${index}`]?.split('\n') ?? [] }))
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}
