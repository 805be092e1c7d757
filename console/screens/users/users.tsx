import { UserPlus, Users as UsersIcon } from '../../icons/icons.js'
import type { User } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { useSession } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { toast } from '../../ui/notices/toast.js'
import { Invite } from './invite.js'

/** The people of the workspace. */
export default function Users() {
  const { params, change } = useParams()
  const { route } = useLocation()
  const { user: self } = useSession()
  const list = useList(['users'], (cursor, options) => client.users.list({ limit: 50, ...cursor }, options))
  const columns: readonly Column<User>[] = [
    {
      head: 'Address',
      kind: 'main',
      cell: ({ id, email }) =>
        id === self.id ? (
          <>
            {email} <Badge>you</Badge>
          </>
        ) : (
          email
        ),
      width: 200,
    },
    { head: 'Name', cell: ({ name }) => name ?? '', width: 140 },
    { head: 'Role', kind: 'side', cell: ({ role }) => <Badge>{role}</Badge>, width: 60 },
    {
      head: 'Last signed in',
      kind: 'time',
      cell: ({ last_signed_in_at: at }) => (at === null ? 'Never' : <Time at={at} />),
    },
  ]
  const invite = (
    <Button icon={UserPlus} kind="main" needs="admin" onClick={() => change({ new: '1' })}>
      Invite a user
    </Button>
  )
  return (
    <Screen title="Users" hint="Who signs in to this workspace, and what each may do." actions={invite}>
      <section class="card" aria-label="Users">
        <Table
          caption="Users"
          columns={columns}
          rows={list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`users/${id}`)}
          error={list.error}
          onRetry={list.onRetry}
          pages={list.pages}
          empty={
            <Empty icon={UsersIcon} title="No user yet" action={invite}>
              A user signs in with a link that comes by mail, and may do what the role allows.
            </Empty>
          }
        />
      </section>
      {params.new !== undefined && (
        <Invite
          onClose={() => change({ new: undefined }, true)}
          onDone={(user) => {
            toast(`${user.email} is a user now.`)
            route(pathTo(`users/${user.id}`))
          }}
        />
      )}
    </Screen>
  )
}
