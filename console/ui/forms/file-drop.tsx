import { FileUp } from '../../icons/icons.js'
import { useRef, useState } from 'preact/hooks'
import { useMay } from '../../state/session.js'
import { Button } from '../controls/button.js'

/** A field for a CSV file, which is dropped there or chosen by a button. */
export function FileDrop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const may = useMay('admin')
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div
      class={`drop ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(may)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (may) onFile(event.dataTransfer?.files[0])
      }}
    >
      <FileUp size={28} aria-hidden />
      <p>Drop a CSV file here, or</p>
      <Button needs="admin" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        aria-label="CSV file"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0])
          // So that a corrected file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
