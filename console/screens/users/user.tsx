import { useQuery } from '@tanstack/preact-query'
import { FileClock } from '../../icons/icons.js'
import type { User } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { useMay, useSession } from '../../state/session.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { Notice } from '../../ui/notices/notice.js'
import { Badge } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { PasskeyTable } from '../sessions/passkey-table.js'
import { SessionTable } from '../sessions/session-table.js'
import { RemoveUser } from './remove-user.js'
import { SignInLink } from './sign-in-link.js'
import { UserForm } from './user-form.js'

/** One user: their name and address, their rights, and their sessions. */
export default function UserScreen({ id = '' }: { id?: string }) {
  const query = useQuery({ queryKey: ['users', id], queryFn: () => client.users.retrieve(id) })
  const { data: user } = query
  const { user: self } = useSession()
  const above = <a href={pathTo('users')}>Users</a>
  if (user === undefined) return awaitedScreen({ title: 'User', above, query })
  const isSelf = user.id === self.id
  return (
    <Screen
      title={user.name ?? user.email}
      above={above}
      beside={
        <>
          <Badge>{user.role}</Badge>
          {isSelf && <Badge>you</Badge>}
        </>
      }
      actions={
        <>
          <LinkButton icon={FileClock} href={pathTo('audit-log', { actor: user.id })} needs="admin">
            Activity
          </LinkButton>
          <SignInLink user={user} />
        </>
      }
    >
      <Card>
        <Facts
          of={[
            ['Address', <Copyable key="email" text={user.email} what="the address" />],
            ['Id', <Copyable key="id" text={user.id} what="the user’s id" />],
            ['Added', <Time key="added" at={user.created_at} absolute />],
            [
              'Last signed in',
              user.last_signed_in_at === null ? (
                'Never'
              ) : (
                <Time key="last" at={user.last_signed_in_at} absolute />
              ),
            ],
          ]}
        />
      </Card>
      <Card title="Name, address and role">
        <UserForm key={user.id} user={user} />
      </Card>
      <UserSessions user={user} isSelf={isSelf} />
      <UserPasskeys user={user} isSelf={isSelf} />
      <Card title="Remove this user">
        <RemoveUser user={user} isSelf={isSelf} />
      </Card>
    </Screen>
  )
}

function UserSessions({ user, isSelf }: { user: User; isSelf: boolean }) {
  const isAdmin = useMay('admin')
  const may = isSelf || isAdmin
  return (
    <Card title="Sessions" hint="Where they are signed in now." bare={may}>
      {may ? (
        <SessionTable user={user} />
      ) : (
        <Notice>The sessions of others are shown to admins and owners.</Notice>
      )}
    </Card>
  )
}

/**
 * The passkeys with which a user signs in without a mail. Admins and owners also see those of others, as they see
 * their sessions.
 */
function UserPasskeys({ user, isSelf }: { user: User; isSelf: boolean }) {
  const isAdmin = useMay('admin')
  if (!isSelf && !isAdmin) return null
  return (
    <Card title="Passkeys" hint="Each signs in without a mail." bare>
      <PasskeyTable user={user} />
    </Card>
  )
}
