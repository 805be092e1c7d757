import { deflateRawSync, crc32 } from 'node:zlib'

/** A day that reports are about, some days ago; in seconds since 1970. */
export const reportDay = Math.floor(Date.now() / 86_400_000 - 3) * 86_400

export interface WrittenRow {
  readonly ip?: string
  readonly count?: number | string
  readonly from?: string
  readonly disposition?: string
  /** The receiver's result for the alignment of DKIM. */
  readonly dkim?: string
  readonly spf?: string
  /** Domain, selector and result of each. */
  readonly signatures?: readonly (readonly [string, string, string])[]
  readonly spfResults?: readonly (readonly [string, string])[]
}

export interface WrittenReport {
  readonly org?: string
  readonly id?: string
  readonly begin?: number | string
  readonly end?: number | string
  readonly domain?: string
  readonly rows?: readonly WrittenRow[]
  /** In place of the rows, or behind them. */
  readonly more?: string
}

/** A report as the schema of RFC 7489 has it, with what a test gives and something that is right for the rest. */
export function writeReport(report: WrittenReport = {}): string {
  const { rows = [{}], domain = 'shop.example' } = report
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<feedback>',
    `<report_metadata><org_name>${report.org ?? 'Receiver'}</org_name><email>d@receiver.example</email>`,
    `<report_id>${report.id ?? 'r-1'}</report_id><date_range><begin>${report.begin ?? reportDay}</begin>`,
    `<end>${report.end ?? reportDay + 86_399}</end></date_range></report_metadata>`,
    `<policy_published><domain>${domain}</domain><p>none</p></policy_published>`,
    ...rows.map((row) => writeRow(row, domain)),
    report.more ?? '',
    '</feedback>\n',
  ].join('\n')
}

export function writeRow(row: WrittenRow, domain = 'shop.example'): string {
  const { ip = '192.0.2.1', count = 1, disposition = 'none', dkim = 'pass', spf = 'fail' } = row
  const signatures = (row.signatures ?? []).map(
    ([d, s, result]) =>
      `<dkim><domain>${d}</domain><selector>${s}</selector><result>${result}</result></dkim>`,
  )
  const spfs = (row.spfResults ?? []).map(
    ([d, result]) => `<spf><domain>${d}</domain><result>${result}</result></spf>`,
  )
  return (
    `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>` +
    `<disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>` +
    `<identifiers><header_from>${row.from ?? domain}</header_from></identifiers>` +
    `<auth_results>${signatures.join('')}${spfs.join('')}</auth_results></record>`
  )
}

/** A file in a zip archive, with what an honest one would not say. */
export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
  readonly flags?: number
  readonly method?: 0 | 8 | 99
  readonly claimedBytes?: number
  readonly claimedCrc?: number
  /** Lies where another entry does. */
  readonly at?: number
}

/** Writes a zip archive (APPNOTE, section 4.3). */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { method = 8, flags = 0 } = entry
    const name = Buffer.from(entry.name)
    const data = method === 8 ? deflateRawSync(entry.content) : entry.content
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(entry.claimedCrc ?? crc32(entry.content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(entry.claimedBytes ?? entry.content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(entry.at ?? offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, name)
    if (entry.at !== undefined) continue
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, data])
    files.push(file)
    offset += file.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listing, end])
}
