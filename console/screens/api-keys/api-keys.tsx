import { KeyRound, Plus } from '../../icons/icons.js'
import type { ApiKey } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProjectNames } from '../../api/project.js'
import { ListScreen } from '../../app/list-screen.js'
import { Screen } from '../../app/screen.js'
import { useMay } from '../../state/session.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { NewKey } from './new-key.js'
import { statusOf } from './words.js'

/** The API keys of the workspace; with `?new=1`, also the form that creates one. */
export default function ApiKeys() {
  const may = useMay('admin')
  const { params } = useParams()
  if (!may) {
    return (
      <Screen title="API keys">
        <Notice title="This needs the role admin">
          API keys act for programs. An admin or owner can create one for you.
        </Notice>
      </Screen>
    )
  }
  return params.new === '1' ? <NewKey /> : <Keys />
}

function Keys() {
  const projectName = useProjectNames()
  const list = useList(['api-keys', 'list'], (query, options) => client.apiKeys.list(query, options))
  return (
    <ListScreen
      title="API keys"
      hint="Credentials for your programs."
      actions={
        <LinkButton href={pathTo('api-keys', { new: '1' })} icon={Plus} kind="main" needs="admin">
          New API key
        </LinkButton>
      }
      columns={columnsOf(projectName)}
      list={list}
      href={({ id }) => pathTo(`api-keys/${id}`)}
      empty={
        <Empty
          icon={KeyRound}
          title="No API key yet"
          action={
            <LinkButton href={pathTo('api-keys', { new: '1' })} kind="main" needs="admin">
              New API key
            </LinkButton>
          }
        >
          A program needs a key to send mail and to read its results. Create one for each program, so that you
          can revoke it alone.
        </Empty>
      }
    />
  )
}

function columnsOf(projectName: (id: string) => string): readonly Column<ApiKey>[] {
  return [
    {
      head: 'Name',
      kind: 'main',
      cell: ({ name, hint }) => (
        <>
          {name} <span class="mono small quiet under">{hint}</span>
        </>
      ),
      width: 220,
    },
    { head: 'Status', kind: 'side', cell: (key) => <Status of={statusOf(key)} /> },
    { head: 'Acts for', cell: ({ project_id: id }) => (id === null ? 'Whole workspace' : projectName(id)) },
    {
      head: 'Scopes',
      kind: 'extra',
      cell: ({ scopes: [first, ...others], scopes }) => (
        <span title={scopes.join(', ')}>
          <span class="mono small">{first}</span> {others.length > 0 && `and ${others.length} more`}
        </span>
      ),
    },
    {
      head: 'Last used',
      kind: 'time',
      cell: ({ last_used_at }) =>
        last_used_at === null ? (
          <span class="quiet">No known use</span>
        ) : (
          <span>
            <span class="only-phone">Used </span>
            <Time at={last_used_at} />
          </span>
        ),
    },
    {
      head: 'Expires',
      kind: 'time',
      cell: ({ restrictions: { expires_at } }) =>
        expires_at === null ? (
          <span class="quiet">
            Never<span class="only-phone"> expires</span>
          </span>
        ) : (
          <span>
            <span class="only-phone">Expires </span>
            <Time at={expires_at} />
          </span>
        ),
    },
  ]
}
