import type { CatalogOperation } from '../contract/catalog.js'
import { UsageError } from '../mistakes.js'
import { printableLine, printableText } from '../../../base/text/printable.js'
import { writeWhole } from '../output/file.js'
import { shownJson } from '../output/json.js'
import { isRecord } from '../output/cell.js'
import { recordLines } from '../output/record.js'
import { Table } from '../output/table.js'
import type { ApiRequest } from '../request/request.js'
import { pagesOf, type Page } from '../request/pages.js'
import { send, sendForText } from '../request/send.js'
import type { Service } from '../request/service.js'
import type { Run } from './client.js'

/** The settings for showing a reply. */
export interface Showing {
  readonly json: boolean
  /** The file to write the reply to. Undefined for standard output. */
  readonly output: string | undefined
  /** The maximum number of list rows to show, from all pages. Undefined for one page. */
  readonly max: number | undefined
}

/** Sends a request and shows its reply. */
export async function showReply(
  run: Run,
  service: Service,
  operation: CatalogOperation,
  { request, showing }: { readonly request: ApiRequest; readonly showing: Showing },
): Promise<void> {
  if (request.accept !== 'application/json') return showContent(run, service, request, showing)
  if (operation.isList && showing.max !== undefined)
    return showPages(run, pagesOf(service, request, run.sending, showing.max), showing)
  const text = await sendForText(service, request, run.sending)
  if (showing.output !== undefined) return writeWhole(showing.output, partsOf(text))
  if (text === '') return showing.json ? undefined : run.stdout.line('Done.')
  if (showing.json) return showJson(run, text)
  return showValue(run, JSON.parse(text) as unknown, operation)
}

/** Shows JSON unchanged, or as lines on a terminal. */
function showJson({ stdout }: Run, text: string): Promise<void> {
  return stdout.line(stdout.isTerminal ? shownJson(JSON.parse(text), 2) : text.trimEnd())
}

async function showValue(run: Run, value: unknown, { isList, query }: CatalogOperation): Promise<void> {
  const { stdout, notice } = run
  if (!isRecord(value)) return stdout.line(shownJson(value))
  const { data, next_cursor: next, has_more: hasMore, window: _, ...others } = value
  if (!Array.isArray(data) || !data.every(isRecord)) return printLines(run, recordLines(value, stdout.width))
  await printRows(run, new Table(stdout.width), data)
  if (typeof next === 'string' && query.some(({ name }) => name === 'after'))
    notice(printableLine(`To continue: --after ${next}`))
  else if (isList && hasMore === true && typeof next === 'string')
    notice(printableLine(`There are more: --all, or --cursor ${next}`))
  else if (Object.keys(others).length > 0) await printLines(run, ['', ...recordLines(others, stdout.width)])
}

async function showPages(run: Run, pages: AsyncIterable<Page>, { json, output }: Showing): Promise<void> {
  if (output !== undefined) return writeWhole(output, linesOf(pages))
  const { stdout } = run
  const table = new Table(stdout.width)
  for await (const page of pages) {
    if (json)
      for (const row of page) await stdout.line(stdout.isTerminal ? shownJson(row) : JSON.stringify(row))
    else await printRows(run, table, page.filter(isRecord))
  }
}

async function printRows(
  run: Run,
  table: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (rows.length === 0) return table.isEmpty ? run.notice('There are none.') : undefined
  await printLines(run, table.lines(rows))
}

async function printLines({ stdout }: Run, lines: readonly string[]): Promise<void> {
  for (const line of lines) await stdout.line(line)
}

/**
 * Shows content that is not JSON. Writes it to a file, or prints it as it arrives. Does not print binary content to a
 * terminal.
 */
async function showContent(
  { stdout, sending }: Run,
  service: Service,
  request: ApiRequest,
  { output }: Showing,
): Promise<void> {
  const isText = ['text/csv', 'application/x-ndjson'].includes(request.accept)
  if (output === undefined && stdout.isTerminal && !isText)
    throw new UsageError('The reply is not for a terminal: name a file with --output, or send it on with |.')
  const { parts } = await send(service, request, sending)
  if (output !== undefined) return writeWhole(output, parts)
  const decoder = new TextDecoder()
  for await (const part of parts)
    await stdout.write(stdout.isTerminal ? printableText(decoder.decode(part, { stream: true })) : part)
}

async function* partsOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

async function* linesOf(pages: AsyncIterable<Page>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) for (const row of page) yield Buffer.from(`${JSON.stringify(row)}\n`)
}
