import { request } from 'undici'
import type { components } from '../../../generated/api-types.js'

/** The most that one import takes. */
const largest = 10_000_000

/** All suppressions as CSV. */
export async function exportFile(url: string, key: string): Promise<Buffer> {
  const { statusCode, body } = await request(`${url}/v1/suppressions/export`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
  })
  if (statusCode !== 200) throw new Error(`an export answered ${statusCode}`)
  return Buffer.from(await body.arrayBuffer())
}

/** A file as several that are small enough, cut between lines. All but the first have no header. */
export function cutForImport(file: Buffer): Buffer[] {
  const files: Buffer[] = []
  for (let at = 0; at < file.length;) {
    const end = at + largest >= file.length ? file.length : file.lastIndexOf('\n', at + largest - 1) + 1
    files.push(file.subarray(at, end))
    at = end
  }
  return files
}

/** @throws Error where not each line was imported */
export async function importFile(url: string, key: string, file: Buffer): Promise<void> {
  const { statusCode, body } = await request(`${url}/v1/suppressions/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: file,
  })
  if (statusCode !== 200) throw new Error(`an import answered ${statusCode}`)
  const { rejected, already_present } = (await body.json()) as components['schemas']['SuppressionImport']
  if (rejected + already_present > 0) throw new Error('lines were not imported')
}
