import { TextDecoder } from 'node:util'
import { packingOf } from '../dmarc/reports/format.js'
import { ReportRefused } from '../dmarc/reports/refused.js'
import type { OpenReport } from '../dmarc/reports/unpack.js'

/**
 * Most bytes of JSON that a TLS report may have, since it is held in memory: the first of a file that the operator
 * hands over, the second of mail.
 */
export const maxJsonBytes = { ofFile: 64 * 1024 * 1024, ofMail: 4 * 1024 * 1024 } as const

/**
 * Limits beyond what any report needs. Many small objects, or many members, take far more memory and time than their
 * text.
 */
const max = { depth: 16, containers: 100_000, members: 200_000 } as const

/**
 * Reads a JSON text (RFC 8259) as a whole. Bytes that are no UTF-8 become U+FFFD.
 *
 * @param maxBytes most bytes of the text, see {@link maxJsonBytes}
 * @throws ReportRefused `too_large`, `nested_archive` or `malformed_json`; and the errors of reading
 */
export async function readJson(open: OpenReport, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of open()) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ReportRefused('too_large', 'The report is too large once it is unpacked.')
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  const packing = packingOf(content)
  if (packing === 'gzip' || packing === 'zip')
    throw new ReportRefused('nested_archive', 'The archive contains another archive.')
  const text = new TextDecoder().decode(content)
  expectShallow(text)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ReportRefused('malformed_json', 'The report is not valid JSON.')
  }
}

const [quote, backslash, openArray, closeArray, openObject, closeObject, colon] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a,
]

/** Counts objects, arrays and members before the text is parsed. */
function expectShallow(text: string): void {
  let depth = 0
  let containers = 0
  let members = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) {
      isInString = true
    } else if (code === openObject || code === openArray) {
      depth += 1
      containers += 1
      if (depth > max.depth || containers > max.containers)
        throw new ReportRefused('too_large', 'The report has more objects than any report needs.')
    } else if (code === closeObject || code === closeArray) {
      depth -= 1
    } else if (code === colon) {
      members += 1
      if (members > max.members)
        throw new ReportRefused('too_large', 'The report has more members than any report needs.')
    }
  }
}
