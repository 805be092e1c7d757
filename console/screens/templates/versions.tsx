import { useQuery } from '@tanstack/preact-query'
import { History, RotateCcw, Upload } from 'lucide-preact'
import type { Template, TemplateVersion, TemplateVersionSummary } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Awaited } from '../../ui/awaited.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code.js'
import { Empty } from '../../ui/empty.js'
import { Facts } from '../../ui/facts.js'
import { ErrorNotice } from '../../ui/notice.js'
import { Lines } from '../../ui/skeleton.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/table.js'
import { TabList } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { useAllUsers } from '../users/all-users.js'
import { partsOf, typedOf } from './content.js'
import { Difference } from './difference.js'
import { MailViews } from './preview.js'
import { Pins } from './pins.js'
import Publish from './publish.js'
import { useVersion } from './queries.js'

interface Row {
  readonly version: TemplateVersionSummary
  readonly by: string
  readonly isPublished: boolean
}

const columns: readonly Column<Row>[] = [
  { head: 'Version', kind: 'main', cell: ({ version }) => `Version ${version.version}`, width: 80 },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ version, isPublished }) =>
      isPublished ? (
        <Status of="published" />
      ) : version.published_at === null ? (
        <Status of="draft">Never published</Status>
      ) : (
        <Status of="archived">Was published</Status>
      ),
  },
  { head: 'Subject', cell: ({ version }) => version.subject ?? '–', width: 200 },
  { head: 'Languages', kind: 'extra', cell: ({ version }) => version.locales.join(', ') },
  { head: 'By', kind: 'extra', cell: ({ by }) => by },
  { head: 'Saved', kind: 'time', cell: ({ version }) => <Time at={version.created_at} /> },
]

/** The versions of a template: one of them, how it differs from another, and which is published. */
export default function Versions({
  template,
  samples,
  onRestore,
}: {
  template: Template
  samples: Readonly<Record<string, unknown>>
  /** Takes a version's content into the editor. */
  onRestore: (version: TemplateVersion) => void
}) {
  const { id, published_version: published } = template
  const { params } = useParams()
  const users = useAllUsers()
  const list = useList(['templates', 'versions', id], (cursor, options) =>
    client.templates.listVersions(id, { limit: 50, ...cursor }, options),
  )
  const chosen = Number(params.version)
  const rows = list.rows?.map((version) => ({
    version,
    by: users.find((user) => user.id === version.created_by)?.email ?? version.created_by,
    isPublished: version.version === published,
  }))
  const hasLanguages = rows?.some(({ version }) => version.locales.length > 0) === true
  return (
    <>
      {Number.isInteger(chosen) && chosen > 0 && (
        <OneVersion
          key={chosen}
          template={template}
          number={chosen}
          samples={samples}
          onRestore={onRestore}
        />
      )}
      <Card title="Versions" hint="A version never changes. Saving makes the next one." bare>
        <Table
          caption="Versions"
          // Most templates are in one language.
          columns={columns.filter(({ head }) => head !== 'Languages' || hasLanguages)}
          rows={rows}
          keyOf={({ version }) => String(version.version)}
          href={({ version }) =>
            pathTo(`templates/${id}`, { part: 'versions', version: String(version.version) })
          }
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={<Empty icon={History} title="No version" />}
        />
      </Card>
    </>
  )
}

function OneVersion({
  template,
  number,
  samples,
  onRestore,
}: {
  template: Template
  number: number
  samples: Readonly<Record<string, unknown>>
  onRestore: (version: TemplateVersion) => void
}) {
  const { id, published_version: published, latest_version: latest } = template
  const { params, change } = useParams()
  const [publishes, setPublishes] = useState(false)
  const { data: version, error, refetch } = useVersion(id, number)
  const fallback =
    published !== null && published !== number ? published : number > 1 ? number - 1 : undefined
  const other = params.with === undefined ? fallback : Number(params.with)
  const compared = useVersion(id, other)
  const [view, setView] = useState('difference')
  if (version === undefined) return <Awaited what="version" error={error} onRetry={refetch} />
  const tabs = [
    { id: 'difference', label: 'Difference' },
    { id: 'content', label: 'Content' },
    ...(template.kind === 'message' ? [{ id: 'preview', label: 'Preview' }] : []),
  ]
  return (
    <Card
      title={`Version ${number}`}
      hint={
        <>
          Saved <Time at={version.created_at} absolute />
        </>
      }
      actions={
        <>
          <Button icon={RotateCcw} onClick={() => onRestore(version)}>
            Put into the editor
          </Button>
          {published !== number && (
            <Button icon={Upload} needs="admin" onClick={() => setPublishes(true)}>
              Publish version {number}
            </Button>
          )}
        </>
      }
    >
      <TabList label={`Version ${number}`} tabs={tabs} chosen={view} onChoose={setView}>
        {view === 'difference' && (
          <div class="stack">
            <label class="row">
              Against
              <select
                class="short"
                value={other ?? ''}
                onChange={(event) => change({ with: event.currentTarget.value }, true)}
              >
                {other === undefined && <option value="">No other version</option>}
                {numbersBeside(number, latest, other).map((each) => (
                  <option key={each} value={each}>
                    {`Version ${each}${each === published ? ', published' : ''}`}
                  </option>
                ))}
              </select>
            </label>
            {other === undefined ? (
              <p class="quiet">There is no other version to compare it with.</p>
            ) : compared.error !== null ? (
              <ErrorNotice error={compared.error} onRetry={() => void compared.refetch()} />
            ) : compared.data?.version === other && version.version === number ? (
              <Difference before={typedOf(compared.data)} after={typedOf(version)} />
            ) : (
              <Lines what="the difference" />
            )}
          </div>
        )}
        {view === 'content' && (
          <div class="stack">
            <Facts of={[['Pins', <Pins key="pins" version={version} />]]} />
            {partsOf(typedOf(version))
              .filter(([, text]) => text !== '')
              .map(([part, text]) => (
                <div key={part} class="stack tight">
                  <h3>{part}</h3>
                  <Code text={text} what={part} wrapped />
                </div>
              ))}
          </div>
        )}
        {view === 'preview' && <Shown template={template} number={number} samples={samples} />}
      </TabList>
      {publishes && <Publish template={template} version={number} onClose={() => setPublishes(false)} />}
    </Card>
  )
}

/** The versions to compare with: the 100 newest, and the one that is chosen. */
function numbersBeside(number: number, latest: number, chosen: number | undefined): number[] {
  const newest = Array.from({ length: Math.min(latest, 100) }, (_, back) => latest - back)
  const more = chosen === undefined || newest.includes(chosen) ? [] : [chosen]
  return [...newest, ...more].filter((each) => each !== number)
}

/** A saved version as a send with the sample values would make it. */
function Shown({
  template: { id },
  number,
  samples,
}: {
  template: Template
  number: number
  samples: Readonly<Record<string, unknown>>
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'shown', id, number, samples],
    queryFn: ({ signal }) =>
      client.templates.preview(id, { version: number, variables: samples, fill_missing: true }, { signal }),
  })
  if (data === undefined) return <Awaited what="preview" error={error} onRetry={refetch} />
  return <MailViews mail={data} />
}
