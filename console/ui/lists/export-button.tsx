import { Download } from '../../icons/icons.js'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Role } from '../../state/session.js'
import { Button } from '../controls/button.js'
import { saveAs } from './csv.js'
import { messageOf } from '../notices/notice.js'
import { toast } from '../notices/toast.js'

export interface ExportButtonProps {
  /** Name of the file. */
  readonly name: string
  /** Returns the file in parts of whole lines; the first part begins with the head. */
  readonly csv: (signal: AbortSignal) => AsyncIterable<string>
  readonly disabled?: boolean
  readonly needs?: Role
  readonly title?: string
}

/**
 * Saves rows as a CSV file, and shows how many have arrived. A second press cancels the export. A file that ends
 * early would look complete, so only a whole one is saved.
 */
export function ExportButton({ name, csv, disabled = false, needs, title }: ExportButtonProps) {
  const [rows, setRows] = useState<number>()
  const abort = useRef<AbortController>()
  useEffect(() => () => abort.current?.abort(), [])
  const run = async () => {
    if (abort.current) return abort.current.abort()
    const ending = new AbortController()
    abort.current = ending
    setRows(0)
    const parts: string[] = []
    let lines = 0
    try {
      for await (const part of csv(ending.signal)) {
        parts.push(part)
        lines += part.split('\n').length - 1
        setRows(Math.max(lines - 1, 0))
      }
      if (!ending.signal.aborted) saveAs(name, new Blob(parts, { type: 'text/csv;charset=utf-8' }))
    } catch (error) {
      if (!ending.signal.aborted) toast(`The export failed, and no file was saved. ${messageOf(error)}`)
    }
    abort.current = undefined
    setRows(undefined)
  }
  return (
    <Button
      icon={Download}
      {...(needs !== undefined && { needs })}
      {...(title !== undefined && { title })}
      disabled={disabled && rows === undefined}
      onClick={() => void run()}
    >
      {rows === undefined ? 'Export' : `${rows.toLocaleString()} rows… stop`}
    </Button>
  )
}
