import { LogOut } from '../../icons/icons.js'
import type { Session } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { useMay, useSession } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { toast } from '../../ui/notices/toast.js'
import { useAllUsers } from '../users/all-users.js'
import { AddPasskey } from './add-passkey.js'
import { PasskeyTable } from './passkey-table.js'
import { SessionTable } from './session-table.js'

/** The sessions and passkeys of the signed-in user; for an admin, those of any user. */
export default function Sessions() {
  const { user: self } = useSession()
  const { params, change } = useParams()
  const isAdmin = useMay('admin')
  const users = useAllUsers(isAdmin)
  const [asks, setAsks] = useState(false)
  const user = users.find(({ id }) => id === params.user) ?? self
  const isSelf = user.id === self.id
  return (
    <Screen
      title="Sessions"
      hint="Sessions end 7 days after their last use, and after 30 days at the latest."
      actions={
        <Button
          icon={LogOut}
          danger
          {...(!isSelf && { needs: user.role === 'owner' ? ('owner' as const) : ('admin' as const) })}
          onClick={() => setAsks(true)}
        >
          {isSelf ? 'End all others' : 'End all'}
        </Button>
      }
    >
      <section class="card" aria-label="Sessions">
        <div class="filters">
          <select
            data-filter
            aria-label="User"
            title={isAdmin ? undefined : 'You need the role admin to see other users’ sessions.'}
            disabled={!isAdmin}
            value={user.id}
            onChange={({ currentTarget: { value } }) =>
              change({ user: value === self.id ? undefined : value })
            }
          >
            <option value={self.id}>Your own</option>
            {users
              .filter(({ id }) => id !== self.id)
              .map(({ id, email }) => (
                <option key={id} value={id}>
                  {email}
                </option>
              ))}
          </select>
          {!isAdmin && <span class="small quiet">You need the role admin to see other users’ sessions.</span>}
        </div>
        <SessionTable key={user.id} user={user} />
      </section>
      <Card
        title="Passkeys"
        hint="Sign in without a mail on the devices that have the passkey."
        {...(isSelf && { actions: <AddPasskey /> })}
        bare
      >
        <PasskeyTable key={user.id} user={user} />
      </Card>
      {asks && (
        <Confirm
          title={isSelf ? 'End all other sessions?' : 'End all sessions?'}
          verb="End them"
          run={async () => {
            const count = await endAll(isSelf ? undefined : user.id)
            toast(count === 1 ? '1 session ended.' : `${count} sessions ended.`)
          }}
          onClose={() => setAsks(false)}
        >
          <p>
            {isSelf
              ? 'This browser stays signed in. All other browsers and programs have to sign in again.'
              : `${user.email} and all programs with a session of this user are signed out within 5 seconds.`}
          </p>
        </Confirm>
      )}
    </Screen>
  )
}

/**
 * Ends all sessions of a user except the one of this page.
 *
 * @returns number of ended sessions
 */
async function endAll(userId: string | undefined): Promise<number> {
  const others: Session[] = []
  const query = { limit: 100, ...(userId !== undefined && { user_id: userId }) }
  for await (const session of client.sessions.list(query)) if (!session.current) others.push(session)
  try {
    for (const { id } of others) await client.sessions.revoke(id)
  } finally {
    await queries.invalidateQueries({ queryKey: ['sessions'] })
  }
  return others.length
}
