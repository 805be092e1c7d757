import { History, RotateCcw, Upload } from 'lucide-preact'
import type { Automation, AutomationVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Awaited } from '../../ui/awaited.js'
import { Button } from '../../ui/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code.js'
import { Empty } from '../../ui/empty.js'
import { ErrorNotice } from '../../ui/notice.js'
import { Lines } from '../../ui/skeleton.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/table.js'
import { TabList } from '../../ui/tabs.js'
import { Time } from '../../ui/time.js'
import { useAllUsers } from '../users/all-users.js'
import { contentOf, textOf } from './content.js'
import { Difference } from './difference.js'
import { useNamed } from './names.js'
import { useVersion } from './queries.js'
import { fromSteps, stepsOf } from './steps.js'
import { outlineText } from './words.js'

interface Row {
  readonly version: AutomationVersion
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
  { head: 'Steps', kind: 'number', cell: ({ version }) => stepsOf(fromSteps(version.steps)).length },
  { head: 'By', kind: 'extra', cell: ({ by }) => by },
  { head: 'Saved', kind: 'time', cell: ({ version }) => <Time at={version.created_at} /> },
]

/** The versions of an automation: one of them, how it differs from another, and which is published. */
export default function Versions({
  automation,
  onRestore,
  onPublish,
}: {
  automation: Automation
  /** Takes a version's content into the editor. */
  onRestore: (version: AutomationVersion) => void
  onPublish: (version: number) => void
}) {
  const { id, published_version: published } = automation
  const { params } = useParams()
  const users = useAllUsers()
  const list = useList(['automations', 'versions', id], (cursor, options) =>
    client.automations.listVersions(id, { limit: 50, ...cursor }, options),
  )
  const chosen = Number(params.version)
  const rows = list.rows?.map((version) => ({
    version,
    by: users.find((user) => user.id === version.created_by)?.email ?? version.created_by,
    isPublished: version.version === published,
  }))
  return (
    <>
      {Number.isInteger(chosen) && chosen > 0 && (
        <OneVersion
          key={chosen}
          automation={automation}
          number={chosen}
          onRestore={onRestore}
          onPublish={onPublish}
        />
      )}
      <Card title="Versions" hint="A version never changes. Saving makes the next one." bare>
        <Table
          caption="Versions"
          columns={columns}
          rows={rows}
          keyOf={({ version }) => String(version.version)}
          href={({ version }) =>
            pathTo(`automations/${id}`, { part: 'versions', version: String(version.version) })
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
  automation,
  number,
  onRestore,
  onPublish,
}: {
  automation: Automation
  number: number
  onRestore: (version: AutomationVersion) => void
  onPublish: (version: number) => void
}) {
  const { id, published_version: published, latest_version: latest, status } = automation
  const { params, change } = useParams()
  const { names } = useNamed(automation.project_id)
  const { data: version, error, refetch } = useVersion(id, number)
  const fallback =
    published !== null && published !== number ? published : number > 1 ? number - 1 : undefined
  const other = params.with === undefined ? fallback : Number(params.with)
  const compared = useVersion(id, other)
  const [view, setView] = useState('difference')
  if (version?.version !== number) return <Awaited what="version" error={error} onRetry={refetch} />
  // The newest 50, and the one that is compared with: more is nothing to choose from.
  const numbers = Array.from({ length: Math.min(latest, 50) }, (_, index) => latest - index)
  const others = [...new Set([...numbers, ...(other === undefined ? [] : [other])])].filter(
    (each) => each !== number,
  )
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
          {published !== number && status !== 'archived' && (
            <Button icon={Upload} needs="admin" onClick={() => onPublish(number)}>
              Publish version {number}
            </Button>
          )}
        </>
      }
    >
      <TabList
        label={`Version ${number}`}
        tabs={[
          { id: 'difference', label: 'Difference' },
          { id: 'outline', label: 'Outline' },
          { id: 'json', label: 'JSON' },
        ]}
        chosen={view}
        onChoose={setView}
      >
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
                {others.map((each) => (
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
            ) : compared.data?.version === other ? (
              <Difference before={contentOf(compared.data)} after={contentOf(version)} names={names} />
            ) : (
              <Lines what="the difference" />
            )}
          </div>
        )}
        {view === 'outline' && (
          <Code text={outlineText(contentOf(version), names)} what="the outline" wrapped />
        )}
        {view === 'json' && <Code text={textOf(contentOf(version))} what="the definition" />}
      </TabList>
    </Card>
  )
}
