import { Download } from 'lucide-preact'
import type { ExportAuditEventsRequest } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { Button } from '../../ui/button.js'
import { saveAs } from '../../ui/csv.js'
import { messageOf } from '../../ui/notice.js'
import { toast } from '../../ui/toast.js'

/** Saves what the filters select as CSV, as the service streams it. A second press ends it, and nothing is saved. */
export function ExportButton({ query, disabled }: { query: ExportAuditEventsRequest; disabled: boolean }) {
  const [bytes, setBytes] = useState<number>()
  const abort = useRef<AbortController>()
  useEffect(() => () => abort.current?.abort(), [])
  const run = async () => {
    if (abort.current) return abort.current.abort()
    const ending = new AbortController()
    abort.current = ending
    setBytes(0)
    const parts: string[] = []
    let length = 0
    try {
      for await (const part of client.auditEvents.exportCsv(query, { signal: ending.signal })) {
        parts.push(part)
        length += part.length
        setBytes(length)
      }
      // A file that ends early would look complete, so only a whole one is saved.
      saveAs('audit-log.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      if (!ending.signal.aborted) toast(`The audit log was not exported. ${messageOf(error)}`)
    }
    abort.current = undefined
    setBytes(undefined)
  }
  return (
    <Button
      icon={Download}
      needs="admin"
      disabled={disabled && bytes === undefined}
      onClick={() => void run()}
      title="CSV, the oldest first"
    >
      {bytes === undefined ? 'Export' : `${Math.ceil(bytes / 1000)} kB… stop`}
    </Button>
  )
}
