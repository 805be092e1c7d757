import { useQuery } from '@tanstack/preact-query'
import { Plus, Upload } from '../../icons/icons.js'
import { APIError, type ContactImport, type Project } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { projectOptions, useChooseProject, useProjects } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { later } from '../../ui/loading/later.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { ChoicePart } from '../automations/fields/parts.js'
import { keyOfHeader } from '../../../server/product/programs/contact-imports/targets.js'
import { ColumnsTable } from './columns-table.js'
import { columnsOf, mistakeIn, type ChosenFile, type Target } from './columns.js'
import { keepFile } from './kept-files.js'

const AddList = later('the form', () => import('../lists/add-list.js'))
const OutlookNotice = later('the check', () => import('./outlook.js'))

/** Timeout of the file's upload, in milliseconds. */
const timeout = 600_000

const separators: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

const consentHints: Readonly<Record<string, string>> = {
  proof: 'Each line says when and where the person agreed. This is kept as proof, and no mail is sent.',
  opt_in: 'Each person receives one confirmation mail. Only those who confirm are subscribed.',
}

/**
 * The preparation of an import: the targets of the file's columns, the list or project of its contacts, and the
 * start.
 */
export function Prepare({ chosen, project }: { chosen: ChosenFile; project: Project }) {
  const { file, columns, delimiter, isBare, text } = chosen
  const { route } = useLocation()
  const { data: projects = [] } = useProjects()
  const chooseProject = useChooseProject()
  const [given, setGiven] = useState<readonly Target[]>(() => columns.map(({ first }) => first))
  const [list, setList] = useState<string>()
  const [consent = 'opt_in', setConsent] = useState<string>()
  const [isAdding, setIsAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { data: lists = [] } = useQuery({
    queryKey: ['subscriber-lists', 'names', project.id],
    queryFn: async () => (await client.subscriberLists.list({ project_id: project.id, limit: 100 })).data,
  })
  const listId = lists.find(({ id }) => id === list)?.id
  const mistake = mistakeIn(given, listId !== undefined && consent === 'proof')
  const change = (index: number, target: Target) => {
    setError(undefined)
    // A request names columns by their headers: two columns with the same header have the same target.
    const key = keyOfHeader(columns[index]?.header ?? '')
    setGiven((before) =>
      before.map((each, at) => (keyOfHeader(columns[at]?.header ?? '') === key ? target : each)),
    )
  }
  const start = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const said = columnsOf(columns, given)
      const made = await client.contacts.import(
        file,
        {
          project_id: project.id,
          ...(listId !== undefined && { list_id: listId, consent: consent as 'proof' | 'opt_in' }),
          ...(said.length > 0 && { columns: said }),
        },
        { timeout },
      )
      if (text !== undefined)
        keepFile(made.id, { text, delimiter, headers: columns.map(({ header }) => header) })
      show(made)
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  const show = (made: ContactImport) => {
    queries.setQueryData(['contact-imports', made.id], made)
    void queries.invalidateQueries({ queryKey: ['contact-imports', 'list'] })
    route(pathTo(`contacts/imports/${made.id}`))
  }
  return (
    <>
      <Card
        title={`The columns of ${file.name}`}
        hint={
          isBare
            ? 'Addresses only.'
            : `Separated by ${separators[delimiter]}. Empty fields leave contacts unchanged.`
        }
        bare
      >
        <ColumnsTable columns={columns} targets={given} onChange={change} />
      </Card>
      <Card title="Destination">
        <div class="stack">
          <div class="columns">
            <ChoicePart
              label="Project"
              part="project_id"
              options={projectOptions(projects)}
              value={project.id}
              onChange={(id) => id !== undefined && chooseProject(id)}
            />
            <ChoicePart
              label="Subscribe to a list"
              part="list_id"
              none="None: contacts only"
              options={lists.map(({ id, name }) => [id, name])}
              value={listId}
              onChange={setList}
            />
          </div>
          {listId !== undefined && (
            <ChoicePart
              label="Consent"
              part="consent"
              options={[
                ['opt_in', 'Ask each person to confirm by mail'],
                ['proof', 'The file has the proof of consent'],
              ]}
              hint={consentHints[consent]}
              value={consent}
              onChange={setConsent}
            />
          )}
          <div>
            <Button kind="plain" icon={Plus} needs="admin" onClick={() => setIsAdding(true)}>
              New list
            </Button>
          </div>
          {isAdding && (
            <AddList
              onMade={({ id }) => {
                setList(id)
                void queries.invalidateQueries({ queryKey: ['subscriber-lists'] })
              }}
              onClose={() => setIsAdding(false)}
            />
          )}
          {mistake === undefined ? (
            <OutlookNotice chosen={chosen} targets={given} />
          ) : (
            <Notice kind="warn">{mistake}</Notice>
          )}
          {error !== undefined && <Refusal error={error} />}
          <div class="row">
            <Button
              kind="main"
              icon={Upload}
              needs="admin"
              busy={busy}
              disabled={mistake !== undefined}
              onClick={() => void start()}
            >
              {busy ? 'Sending the file…' : 'Import'}
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}

/** The reason why nothing was imported: the service's messages about the file, as sentences. */
function Refusal({ error }: { error: unknown }) {
  if (!(error instanceof APIError) || error.details.length === 0)
    return <ErrorNotice error={error} title="The import was not started" />
  return (
    <Notice kind="bad" title="The import was not started">
      {error.details.map(({ path, message }) => (
        <p key={path}>
          {path.startsWith('/body') ? 'The file' : path.split('/')[2]} {message}.
        </p>
      ))}
    </Notice>
  )
}
