import { History } from 'lucide-preact'
import type { Automation, AutomationVersion } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/empty.js'
import { later } from '../../ui/later.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/table.js'
import { Time } from '../../ui/time.js'
import { useAllUsers } from '../users/all-users.js'
import { fromSteps, stepsOf } from './steps.js'

const OneVersion = later('the version', () => import('./one-version.js'))

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
