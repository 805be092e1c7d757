import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'

export type ContactImport = components['schemas']['ContactImport']

/** Who imports. */
export interface Importer {
  readonly url: string
  readonly key: string
  readonly project: string
}

/** Asks for an import of a file, with more of a query. */
export function importFile(
  { url, key, project }: Importer,
  raw: string | Buffer,
  query: Readonly<Record<string, string | readonly string[]>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiReply> {
  const parameters = new URLSearchParams({ project_id: project })
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) parameters.append(name, value)
  return call(url, 'POST', `/v1/contacts/import?${parameters.toString()}`, {
    key,
    raw,
    headers: { 'Content-Type': 'text/csv', ...headers },
  })
}

/** Waits for the end of an import. */
export function ended({ url, key }: Importer, id: string): Promise<ContactImport> {
  return until(async () => {
    const { body } = await call(url, 'GET', `/v1/contact-imports/${id}`, { key })
    const found = body as ContactImport
    return found.status === 'running' ? undefined : found
  }, `the end of ${id}`)
}

/** Imports a file, to its end. */
export async function imported(
  importer: Importer,
  raw: string | Buffer,
  query: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<ContactImport> {
  const { status, body } = await importFile(importer, raw, query)
  if (status !== 202) throw new Error(`an import was refused: ${JSON.stringify(body)}`)
  return ended(importer, (body as ContactImport).id)
}

/** Lines of a file. */
export const linesOf = (rows: readonly string[]): string => rows.map((row) => `${row}\r\n`).join('')

/** Returns how a request was refused: the status, the path of its first mistake, and the message. */
export const refusalOf = ({ status, body }: ApiReply) => [
  status,
  body.error?.details?.[0]?.path,
  body.error?.message,
]

/** Counts the parts of files that a workspace has in the database. */
export async function storedParts({ sql }: Pick<TestService, 'sql'>, workspaceId: string): Promise<number> {
  const select = 'select from contact_import_parts where workspace_id = $1'
  return (await sql.query(select, [workspaceId])).rows.length
}

/** The counts of an import that are not 0. */
export function countsOf(found: ContactImport): Record<string, number> {
  const { lines, created, updated, unchanged, rejected, subscribed, not_subscribed } = found
  const counts = { lines, created, updated, unchanged, rejected, subscribed, not_subscribed }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}
