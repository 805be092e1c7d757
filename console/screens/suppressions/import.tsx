import { Upload } from '../../icons/icons.js'
import { useRef, useState } from 'preact/hooks'
import { queries } from '../../api/queries.js'
import { apiBase, pathTo } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code/code.js'
import { FileDrop } from '../../ui/forms/file-drop.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { layoutOf, type FileText } from './csv-file.js'
import { Preview } from './import-preview.js'
import { importFile, type Progress } from './import-parts.js'
import { Report, type ImportState } from './import-report.js'

/** Maximum size of a file in bytes: a browser holds it in memory as a whole. */
const largest = 200_000_000

/**
 * Imports addresses from a file: the user chooses the file, looks at its rows, imports them, and sees which were
 * refused.
 */
export default function Import() {
  const [chosen, setChosen] = useState<FileText>()
  const [mistake, setMistake] = useState<string>()
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<unknown>()
  const [state, setState] = useState<ImportState>('idle')
  const abort = useRef<AbortController>()

  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setProgress(undefined)
    setError(undefined)
    setState('idle')
    const found = await readFile(file)
    setMistake(typeof found === 'string' ? found : undefined)
    setChosen(typeof found === 'string' ? undefined : found)
  }
  const run = async () => {
    if (chosen === undefined) return
    const ending = new AbortController()
    abort.current = ending
    setState('runs')
    setError(undefined)
    try {
      await importFile(chosen.text, chosen.layout, ending.signal, setProgress)
      setState('done')
    } catch (thrown) {
      setState('stopped')
      if (!ending.signal.aborted) setError(thrown)
    }
    void queries.invalidateQueries({ queryKey: ['suppressions'] })
  }
  return (
    <Screen
      title="Import suppressions"
      above={<a href={pathTo('suppressions')}>Suppressions</a>}
      hint="Import addresses that another service has suppressed."
    >
      {state !== 'runs' && state !== 'done' && <FileDrop onFile={(file) => void choose(file)} />}
      {mistake !== undefined && <Notice kind="bad">{mistake}</Notice>}
      {chosen !== undefined && state !== 'runs' && state !== 'done' && (
        <Preview
          {...chosen}
          actions={
            <Button kind="main" icon={Upload} needs="admin" onClick={() => void run()}>
              Import
            </Button>
          }
        />
      )}
      {progress !== undefined && chosen !== undefined && (
        <Report
          progress={progress}
          file={chosen}
          state={state}
          actions={
            state === 'runs' ? (
              <Button onClick={() => abort.current?.abort()}>Stop</Button>
            ) : state === 'done' ? (
              <>
                <LinkButton href={pathTo('suppressions')}>Show suppressions</LinkButton>
                <Button
                  onClick={() => {
                    setChosen(undefined)
                    setProgress(undefined)
                    setState('idle')
                  }}
                >
                  Import another file
                </Button>
              </>
            ) : undefined
          }
        />
      )}
      {state === 'stopped' && (
        <Notice kind="warn" title="The file was only partly imported">
          The lines counted above were imported, and a few more may have been. Import the same file again to
          continue: addresses that are already suppressed do not change.
        </Notice>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {chosen === undefined && <Format />}
    </Screen>
  )
}

/** Reads a file as text, or returns the reason why it can't be imported. */
async function readFile(file: File): Promise<FileText | string> {
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > largest) return `${file.name} is larger than 200 MB. Split it into smaller files.`
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    if (text.includes('\0')) return `${file.name} is not a text file. Save it as CSV in UTF-8.`
    return { name: file.name, text, layout: layoutOf(text) }
  } catch {
    return `${file.name} is not in UTF-8. Save it as CSV in UTF-8.`
  }
}

function Format() {
  return (
    <Card title="File format">
      <div class="stack">
        <p>
          One address per line. The first line may name the columns: <span class="mono">email</span> is
          required, <span class="mono">reason</span>, <span class="mono">suppressed_at</span> and{' '}
          <span class="mono">note</span> are optional, and others are ignored. Columns are separated by
          commas, semicolons or tabs.
        </p>
        <Code
          text={
            'email,reason,suppressed_at,note\nada@example.com,hard_bounce,2026-01-14T09:30:00Z,\ngrace@example.com,,,Asked by phone\n'
          }
          what="a sample file"
        />
        <p class="small quiet">From a shell, up to 10 MB per request:</p>
        <Code
          text={`curl -sS '${apiBase}/v1/suppressions/import' \\\n  -H "Authorization: Bearer $POSTSEAL_API_KEY" \\\n  -H 'Content-Type: text/csv' \\\n  --data-binary @suppressions.csv`}
          what="the import as curl"
          wrapped
        />
      </div>
    </Card>
  )
}
