import { Download } from 'lucide-preact'
import type { ExportSuppressionsRequest } from 'postseal'
import { useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { Button } from '../../ui/button.js'
import { saveAs } from '../../ui/csv.js'
import { messageOf } from '../../ui/notice.js'
import { toast } from '../../ui/toast.js'

/** Saves what is filtered as CSV, which can be imported again. A second press ends it, and nothing is saved. */
export function ExportButton({
  filter,
  disabled,
}: {
  filter: Omit<ExportSuppressionsRequest, 'limit' | 'cursor'>
  disabled: boolean
}) {
  const [count, setCount] = useState<number>()
  const abort = useRef<AbortController>()
  const run = async () => {
    if (abort.current) return abort.current.abort()
    const ending = new AbortController()
    abort.current = ending
    setCount(0)
    const parts: string[] = []
    let lines = 0
    try {
      for await (const part of client.suppressions.exportCsv(filter, { signal: ending.signal })) {
        parts.push(part)
        lines += part.split('\n').length - 1
        setCount(lines - 1)
      }
      saveAs('suppressions.csv', new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      if (!ending.signal.aborted) toast(`No file was saved: the export broke off. ${messageOf(error)}`)
    }
    abort.current = undefined
    setCount(undefined)
  }
  return (
    <Button icon={Download} onClick={() => void run()} disabled={disabled && count === undefined}>
      {count === undefined ? 'Export' : `${count} rows… stop`}
    </Button>
  )
}
