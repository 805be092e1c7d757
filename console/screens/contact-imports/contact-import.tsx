import { useQuery } from '@tanstack/preact-query'
import { X } from '../../icons/icons.js'
import type { ContactImport, ContactImportLine } from 'postseal'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { Facts, ProjectLink } from '../../ui/facts.js'
import { Notice } from '../../ui/notices/notice.js'
import { countText } from '../../ui/figures/numbers.js'
import { Badge, Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { wordsOfTarget } from './columns.js'
import { valuesIn } from './kept-files.js'

/** Milliseconds between two polls of an import that runs. */
const lookEvery = 1000

/** The columns of refused lines, with what stood there if the file was imported from this page. */
function lineColumns(valueOf: ReturnType<typeof valuesIn>): readonly Column<ContactImportLine>[] {
  return [
    { head: 'Reason', kind: 'main', cell: ({ message }) => <span class="wraps">{message}</span> },
    { head: 'Column', cell: ({ column }) => column ?? '' },
    ...(valueOf === undefined
      ? []
      : [
          {
            head: 'Value',
            cell: ({ line, column }: ContactImportLine) => (
              <span class="mono wraps">{valueOf(line, column) || <em class="quiet">empty</em>}</span>
            ),
          },
        ]),
    { head: 'Line', kind: 'number', cell: ({ line }) => countText(line) },
  ]
}

/** One import of contacts: its progress, and the refused lines. */
export default function ContactImportScreen({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['contact-imports', id],
    queryFn: ({ signal }) => client.contacts.retrieveImport(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? lookEvery : false),
  })
  const { data: found } = query
  useEffect(() => {
    // Its contacts are in the lists that were loaded before.
    if (found === undefined || found.status === 'running') return
    void queries.invalidateQueries({ queryKey: ['contacts'] })
    void queries.invalidateQueries({ queryKey: ['contact-imports', 'list'] })
  }, [found?.status])
  const above = (
    <>
      <a href={pathTo('contacts', { project: found?.project_id })}>Contacts</a> /{' '}
      <a href={pathTo('contacts/import', { project: found?.project_id })}>Import</a>
    </>
  )
  if (found === undefined) return awaitedScreen({ title: 'Import', above, query })
  return (
    <Screen
      title="Contact import"
      above={above}
      beside={
        <>
          <Status of={found.status} />
          <Badge kind={found.environment}>{found.environment}</Badge>
        </>
      }
      actions={<Actions found={found} />}
    >
      {found.error !== null && (
        <Notice
          kind="bad"
          title={
            found.error.code === 'too_many_refused' ? 'Too many lines were refused' : 'The import failed'
          }
        >
          {found.error.message} Contacts imported so far are kept.
        </Notice>
      )}
      <Progress found={found} />
      {found.first_lines.length > 0 && <Lines found={found} />}
      <Card title="Columns">
        <Facts
          of={found.columns.map(({ header, target }) => [header || 'The only column', wordsOfTarget(target)])}
        />
      </Card>
    </Screen>
  )
}

function Actions({ found: { id, status, project_id } }: { found: ContactImport }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      {status === 'running' ? (
        <Button icon={X} danger needs="admin" onClick={() => setAsks(true)}>
          Cancel…
        </Button>
      ) : (
        <LinkButton href={pathTo('contacts', { project: project_id })}>Show contacts</LinkButton>
      )}
      {asks && (
        <Confirm
          title="Cancel this import?"
          verb="Cancel the import"
          run={async () =>
            queries.setQueryData(['contact-imports', id], await client.contacts.cancelImport(id))
          }
          onClose={() => setAsks(false)}
        >
          <p>
            Imported contacts are kept, and the rest of the file is deleted. You can import the same file
            again later.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** The progress of an import, with its counts. */
function Progress({ found }: { found: ContactImport }) {
  const { status, bytes, bytes_read: read, list_id: listId, consent } = found
  const { data: list } = useQuery({
    queryKey: ['subscriber-lists', listId],
    queryFn: () => client.subscriberLists.retrieve(listId ?? ''),
    enabled: listId !== null,
  })
  const percent = bytes === 0 ? 100 : Math.floor((read / bytes) * 100)
  const count = (
    name: 'created' | 'updated' | 'unchanged' | 'rejected' | 'subscribed' | 'not_subscribed',
  ) => <span class="num">{countText(found[name])}</span>
  return (
    <Card title="Progress" hint={<Pace found={found} />}>
      <div class="stack">
        <label class="small quiet">
          <span class="num">{percent} %</span> of the file, <span class="num">{countText(found.lines)}</span>{' '}
          lines
          <progress class="progress" max={100} value={percent} />
        </label>
        <p role="status" class="visually-hidden">
          {status !== 'running' && `The import is ${status}.`}
        </p>
        <Facts
          of={[
            ['New contacts', count('created')],
            ['Changed', count('updated')],
            ['Unchanged', count('unchanged')],
            ['Refused lines', count('rejected')],
            [
              consent === 'opt_in' ? 'Asked to confirm' : 'Newly subscribed',
              listId === null ? undefined : count('subscribed'),
            ],
            ['Saved but not subscribed', listId === null ? undefined : count('not_subscribed')],
            [
              'List',
              listId === null ? undefined : <a href={pathTo(`lists/${listId}`)}>{list?.name ?? listId}</a>,
            ],
            ['Project', <ProjectLink key="project" id={found.project_id} />],
            ['Id', <Copyable key="id" text={found.id} what="the import’s id" />],
          ]}
        />
      </div>
    </Card>
  )
}

function Pace({ found: { status, created_at, completed_at, bytes_read } }: { found: ContactImport }) {
  if (completed_at !== null) {
    return (
      <>
        Begun <Time at={created_at} absolute />, ended <Time at={completed_at} absolute />.
      </>
    )
  }
  return (
    <>
      Begun <Time at={created_at} absolute />.{' '}
      {status === 'running' && bytes_read === 0 ? 'Waiting to start.' : 'You may close this page.'}
    </>
  )
}

/** The first lines that were not imported, or only partly, with a link to all of them. */
function Lines({ found: { id, first_lines: lines, rejected, not_subscribed } }: { found: ContactImport }) {
  const all = rejected + not_subscribed
  const valueOf = useMemo(
    () =>
      valuesIn(
        id,
        lines.map(({ line }) => line),
      ),
    [id, lines],
  )
  return (
    <Card
      title={not_subscribed === 0 ? 'Refused lines' : 'Refused lines, and contacts that are not subscribed'}
      hint={
        all > lines.length
          ? `The first ${lines.length} of ${countText(all)}. The others were imported.`
          : 'The others were imported.'
      }
      bare
      actions={
        <ExportButton
          name="refused-lines.csv"
          csv={(signal) => client.contacts.exportImportLinesCsv(id, { signal })}
          title="Download all as CSV"
        />
      }
    >
      <Table
        caption="Refused lines"
        columns={lineColumns(valueOf)}
        rows={lines}
        keyOf={({ line, code }) => `${line} ${code}`}
        empty={null}
      />
    </Card>
  )
}
