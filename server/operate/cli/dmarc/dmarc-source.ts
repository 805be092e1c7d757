import { readFile, stat } from 'node:fs/promises'
import { packingOf, tellingBytes } from '../../../product/domains/dmarc/reports/format.js'
import { ReportRefused } from '../../../product/domains/dmarc/reports/refused.js'
import { bufferSource, fileSource, type ReportSource } from '../../../product/domains/dmarc/reports/source.js'
import { contentOf, findReports } from '../../../product/inbound/dmarc/attached-report.js'
import { bufferSource as mailIn } from '../../../mail/mime/mail-source.js'
import { walkMail } from '../../../mail/mime/body/walk-mail.js'
import { CommandError } from '../../command-error.js'

/** Largest size in bytes of a whole message, and of standard input, both of which are kept in memory. */
const maxInMemory = 64 * 1024 * 1024

/**
 * Opens the report in a file: XML, JSON, gzip or zip, or a message that it is attached to. `-` is standard input.
 *
 * @throws CommandError if the file cannot be read, ReportRefused if there is no report in it
 */
export async function reportSource(
  file: string,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<ReportSource> {
  const source = file === '-' ? bufferSource(await allOf(standardInput())) : await fileOf(file)
  if (packingOf(await source.begin(tellingBytes)) !== undefined) return source
  if (source.bytes > maxInMemory) throw tooLarge()
  const mail = mailIn(file === '-' ? await source.begin(source.bytes) : await readFile(file))
  const [report, another] = await findReports(mail, await walkMail(mail, 'pass'))
  if (report === undefined)
    throw new ReportRefused(
      'not_a_report',
      'This is not XML, JSON, gzip or zip, nor a message that contains one of them.',
    )
  if (another !== undefined) throw new ReportRefused('several_files', 'The message has several reports.')
  return bufferSource(await contentOf(mail, report))
}

async function fileOf(file: string): Promise<ReportSource> {
  try {
    if ((await stat(file)).isFile()) {
      const source = await fileSource(file)
      await source.begin(1)
      return source
    }
  } catch (error) {
    throw new CommandError(`It cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
  throw new CommandError('It is not a file.')
}

async function allOf(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > maxInMemory) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(): ReportRefused {
  return new ReportRefused('too_large', `It is larger than ${maxInMemory / 1024 / 1024} MiB.`)
}
