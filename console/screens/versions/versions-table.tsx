import { History } from '../../icons/icons.js'
import type { List } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Empty } from '../../ui/notices/empty.js'
import { Status } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { useAllUsers } from '../users/all-users.js'

/** Properties that versions of templates and of automations have in common. */
export interface Version {
  readonly version: number
  readonly created_by: string
  readonly created_at: string
  readonly published_at: string | null
}

/**
 * All versions of a thing, the newest first.
 *
 * @param props.path the screen of the thing, on which each version is shown
 * @param props.own additional columns for versions of its kind
 */
export function VersionsTable<Of extends Version>({
  path,
  published,
  list,
  own,
}: {
  path: string
  published: number | null
  list: List<Of>
  own: readonly Column<Of>[]
}) {
  const users = useAllUsers()
  const columns: readonly Column<Of>[] = [
    { head: 'Version', kind: 'main', cell: ({ version }) => `Version ${version}`, width: 80 },
    {
      head: 'Status',
      kind: 'side',
      cell: ({ version, published_at: publishedAt }) =>
        version === published ? (
          <Status of="published" />
        ) : publishedAt === null ? (
          <Status of="draft">Never published</Status>
        ) : (
          <Status of="archived">Published before</Status>
        ),
    },
    ...own,
    {
      head: 'By',
      kind: 'extra',
      cell: ({ created_by: by }) =>
        by.startsWith('key_') ? (
          <a href={pathTo(`api-keys/${by}`)}>API key</a>
        ) : (
          (users.find(({ id }) => id === by)?.email ?? by)
        ),
    },
    { head: 'Saved', kind: 'time', cell: ({ created_at: at }) => <Time at={at} /> },
  ]
  return (
    <Card title="Versions" hint="Versions never change. Saving creates a new version." bare>
      <ListTable
        caption="Versions"
        columns={columns}
        list={list}
        keyOf={({ version }) => String(version)}
        href={({ version }) => pathTo(path, { part: 'versions', version: String(version) })}
        empty={<Empty icon={History} title="No versions" />}
      />
    </Card>
  )
}
