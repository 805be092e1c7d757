import { Download } from 'lucide-preact'
import type { ListMessageLogsRequest, MessageLog } from 'postseal'
import { useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { Button } from '../../ui/button.js'
import { csvOf, saveAs } from '../../ui/csv.js'
import { messageOf } from '../../ui/notice.js'
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

/** Saves what is filtered as CSV, page by page. A second press ends it and keeps what has come. */
export function ExportButton({ filter, disabled }: { filter: ListMessageLogsRequest; disabled: boolean }) {
  const [count, setCount] = useState<number>()
  const abort = useRef<AbortController>()
  const run = async () => {
    if (abort.current) return abort.current.abort()
    const ending = new AbortController()
    abort.current = ending
    setCount(0)
    const rows: MessageLog[] = []
    let failure: unknown
    try {
      for await (const log of client.messageLogs.list({ ...filter, limit: 100 }, { signal: ending.signal })) {
        rows.push(log)
        if (rows.length % 100 === 0) setCount(rows.length)
        if (rows.length === maxRows) break
      }
    } catch (error) {
      if (!ending.signal.aborted) failure = error
    }
    abort.current = undefined
    setCount(undefined)
    if (rows.length > 0) saveAs('messages.csv', csvOf([head, ...rows.map(rowOf)]))
    if (failure !== undefined) toast(`The file has the first ${rows.length} rows only. ${messageOf(failure)}`)
    else if (rows.length === maxRows)
      toast(`The file has the first ${maxRows} rows. Filter by time for the others.`)
  }
  return (
    <Button icon={Download} onClick={() => void run()} disabled={disabled && count === undefined}>
      {count === undefined ? 'Export' : `${count} rows… stop`}
    </Button>
  )
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
