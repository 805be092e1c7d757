import { UserPlus, Users as UsersIcon } from '../../icons/icons.js'
import type { User } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { AddButton, Adding, ListScreen } from '../../app/list-screen.js'
import { useSession } from '../../state/session.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { Invite } from './invite.js'

/** The users of the workspace. */
export default function Users() {
  const { user: self } = useSession()
  const list = useList(['users'], (query, options) => client.users.list(query, options))
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
  const invite = <AddButton icon={UserPlus}>Invite a user</AddButton>
  return (
    <ListScreen
      title="Users"
      hint="People who can sign in to this workspace, with their roles."
      add={invite}
      columns={columns}
      list={list}
      href={({ id }) => pathTo(`users/${id}`)}
      empty={
        <Empty icon={UsersIcon} title="No user yet" action={invite}>
          A user signs in with a link that comes by mail, and may do what the role allows.
        </Empty>
      }
    >
      <Adding>{(onClose) => <Invite onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
