import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { packingOf, tellingBytes } from './format.js'
import { inflated, maxInflated, withoutLineEnds } from './inflate.js'
import { ReportRefused } from './refused.js'
import type { ReportSource } from './source.js'
import { unzipped } from './unzip.js'

/**
 * How many bytes of XML a report may have: the first of a file that the operator hands over, the second of
 * mail.
 */
export const maxBytes = { ofFile: 512 * 1024 * 1024, ofMail: 128 * 1024 * 1024 } as const

/** Opens the XML of a report; each call reads it from its beginning. */
export type OpenXml = () => AsyncIterable<Uint8Array>

/**
 * Finds how a report is packed. Nothing is unpacked but what is being read, so its size does not matter to
 * memory.
 *
 * @param max the most bytes of XML
 * @throws ReportRefused `not_a_report` where it is neither XML nor an archive; what is opened throws the
 *   others
 */
export async function unpack(source: ReportSource, max: number): Promise<OpenXml> {
  switch (packingOf(await source.begin(tellingBytes))) {
    case 'gzip': {
      const limit = maxInflated(source.bytes, max)
      const packed = () => withoutLineEnds(source.read(), limit)
      return () => inflated(Readable.from(packed()), createGunzip({ chunkSize: 64 * 1024 }), limit)
    }
    case 'zip':
      return () => unzipped(source, max)
    case 'xml':
      if (source.bytes > max) throw new ReportRefused('too_large', 'The report is too large.')
      return () => source.read()
    default:
      throw new ReportRefused('not_a_report', 'This is neither XML nor a gzip or zip archive.')
  }
}
