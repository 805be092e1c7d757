import type { ListMessageLogsRequest, MessageLog } from 'postseal'
import { client } from '../../api/client.js'
import { csvOf } from '../../ui/csv.js'
import { toast } from '../../ui/toast.js'

const head = [
  'created_at',
  'status',
  'recipient',
  'from_email',
  'subject',
  'category',
  'message_id',
  'log_id',
  'attempts',
  'last_reply',
]

/** How many rows a file has at most: a spreadsheet takes about a million. */
const maxRows = 100_000

/** How many rows a part has: as many as a page of the list. */
const partRows = 100

/** What is filtered as CSV, page by page, the newest first. */
export async function* csvOfLogs(
  filter: ListMessageLogsRequest,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  yield csvOf([head])
  let rows: MessageLog[] = []
  let count = 0
  for await (const log of client.messageLogs.list({ ...filter, limit: partRows }, { signal })) {
    if (count === maxRows) {
      toast(`The file has the newest ${maxRows.toLocaleString()} rows. Filter by time for the others.`)
      break
    }
    rows.push(log)
    count += 1
    if (rows.length < partRows) continue
    yield csvOf(rows.map(rowOf))
    rows = []
  }
  yield csvOf(rows.map(rowOf))
}

function rowOf(log: MessageLog): (string | number | null)[] {
  const { last_reply: reply } = log
  return [
    log.created_at,
    log.status,
    log.recipient,
    log.from_email,
    log.subject,
    log.category,
    log.message_id,
    log.id,
    log.attempts.length,
    reply === null ? null : [reply.code, reply.enhanced_code, reply.text].filter(Boolean).join(' '),
  ]
}
