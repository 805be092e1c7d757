import { useState } from 'preact/hooks'
import { useProject } from '../../api/project.js'
import { apiBase, pathTo } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code/code.js'
import { FileDrop } from '../../ui/forms/file-drop.js'
import { Notice } from '../../ui/notices/notice.js'
import { readBeginning, type ChosenFile } from './columns.js'
import { Imports } from './imports.js'
import { Prepare } from './prepare.js'

/** Maximum size that the service accepts, in bytes. */
const largest = 100_000_000
/** Bytes at the beginning of a file that are read to find its columns. */
const beginning = 200_000
/** Size up to which a file is looked through before its import, in bytes. */
const smallEnough = 5_000_000

/**
 * Imports contacts from a file: the user chooses the file, assigns its columns, and starts the import. Earlier
 * imports are listed below.
 */
export default function ImportContacts() {
  const project = useProject()
  const [chosen, setChosen] = useState<ChosenFile>()
  const [mistake, setMistake] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const found = await readFile(file)
    setMistake(typeof found === 'string' ? found : undefined)
    setChosen(typeof found === 'string' ? undefined : found)
  }
  return (
    <Screen
      title="Import contacts"
      above={<a href={pathTo('contacts', { project: project?.id })}>Contacts</a>}
      hint="Import people from a CSV file. Existing contacts are updated; opt-outs are kept."
    >
      <FileDrop onFile={(file) => void choose(file)} />
      {mistake !== undefined && <Notice kind="bad">{mistake}</Notice>}
      {chosen !== undefined && project !== undefined && (
        // A new file restarts the preparation.
        <Prepare key={`${chosen.file.name} ${chosen.file.lastModified}`} chosen={chosen} project={project} />
      )}
      {project !== undefined && <Imports projectId={project.id} />}
      {chosen === undefined && <Format projectId={project?.id} />}
    </Screen>
  )
}

/** Reads the beginning of a file, or returns the reason why the file cannot be imported. */
async function readFile(file: File): Promise<ChosenFile | string> {
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > largest) return `${file.name} is larger than 100 MB. Split it by lines.`
  try {
    const bytes = await file.slice(0, beginning).arrayBuffer()
    // The last character may be cut off.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    if (text.includes('\0')) return `${file.name} is not a text file. Save it as CSV in UTF-8.`
    const found = readBeginning(text, file.size <= beginning)
    return found.columns.length === 0
      ? `${file.name} is empty.`
      : { ...found, file, text: file.size > smallEnough ? undefined : await file.text() }
  } catch {
    return `${file.name} is not in UTF-8. Save it as CSV in UTF-8.`
  }
}

function Format({ projectId = 'prj_…' }: { projectId: string | undefined }) {
  return (
    <Card title="File format">
      <div class="stack">
        <p>
          The first line names the columns, in any order; one of them holds the addresses. Every other column
          becomes a property of the contacts. Columns are separated by commas, semicolons or tabs. A file of
          addresses alone needs no first line, and an export of contacts can be imported as it is.
        </p>
        <Code
          text={'E-mail,First name,Plan,Seats\nada@example.com,Ada,pro,5\ngrace@example.com,Grace,free,1\n'}
          what="a sample file"
        />
        <p class="small quiet">The same from a shell, up to 100 MB:</p>
        <Code
          text={`curl -sS '${apiBase}/v1/contacts/import?project_id=${projectId}' \\\n  -H "Authorization: Bearer $POSTSEAL_API_KEY" \\\n  -H 'Content-Type: text/csv' \\\n  --data-binary @contacts.csv`}
          what="the import as curl"
          wrapped
        />
      </div>
    </Card>
  )
}
