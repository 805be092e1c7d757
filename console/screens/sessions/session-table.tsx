import { MonitorSmartphone } from '../../icons/icons.js'
import type { Session, User } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { useSession } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Empty } from '../../ui/notices/empty.js'
import { Badge } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { agentText } from './agent.js'

/** The valid sessions of a user, each with a button to end it. */
export function SessionTable({ user }: { user: User }) {
  const { user: self } = useSession()
  const [ends, setEnds] = useState<Session>()
  const list = useList(['sessions', user.id], (query, options) => client.sessions.list(query, options), {
    filter: { ...(user.id !== self.id && { user_id: user.id }) },
  })
  const columns: readonly Column<Session>[] = [
    { head: 'Signed in with', kind: 'main', cell: (session) => <Device of={session} />, width: 160 },
    { head: 'From', cell: ({ ip_address: from }) => <span class="mono">{from ?? '–'}</span> },
    { head: 'Last used', cell: ({ last_used_at: at }) => <Since what="Last used" at={at} /> },
    { head: 'Ends', cell: ({ expires_at: at }) => <Since what="Ends" at={at} /> },
    {
      head: 'End',
      kind: 'side',
      cell: (session) => (
        <Button
          danger
          {...(user.role === 'owner' && user.id !== self.id && { needs: 'owner' as const })}
          onClick={() => setEnds(session)}
          label={`${session.current ? 'Sign out of' : 'End'} ${nameOf(session)}`}
        >
          {session.current ? 'Sign out' : 'End'}
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListTable
        caption="Sessions"
        columns={columns}
        list={list}
        empty={
          <Empty icon={MonitorSmartphone} title="Not signed in">
            {user.email} has no session now. A session ends 7 days after its last use, 30 days after it began
            at the latest.
          </Empty>
        }
      />
      {ends !== undefined && (
        <Confirm
          title={ends.current ? 'Sign out?' : 'End this session?'}
          verb={ends.current ? 'Sign out' : 'End the session'}
          run={() => endSession(ends)}
          onClose={() => setEnds(undefined)}
        >
          <p>
            {nameOf(ends)}
            {ends.ip_address !== null && (
              <>
                {' '}
                from <span class="mono">{ends.ip_address}</span>
              </>
            )}{' '}
            stops working within 5 seconds.{' '}
            {ends.program === null
              ? 'A new sign-in starts another session.'
              : 'The program needs a new token.'}
          </p>
        </Confirm>
      )}
    </>
  )
}

function Device({ of }: { of: Session }) {
  return (
    <span title={of.user_agent ?? undefined}>
      {nameOf(of)} {of.current && <Badge kind="live">this one</Badge>}
      {of.program !== null && <Badge>program</Badge>}
    </span>
  )
}

/** A cell with a time. It repeats the column's name, because the table has no head on a phone. */
function Since({ what, at }: { what: string; at: string }) {
  return (
    <span>
      <span class="only-phone">{what} </span>
      <Time at={at} />
    </span>
  )
}

/** Returns a name for a session that people recognize. */
function nameOf({ program, user_agent: agent, origin }: Session): string {
  if (program !== null) return program.name
  return agentText(agent) ?? (origin === 'command_line' ? 'The command line' : 'An unknown program')
}

async function endSession(session: Session): Promise<void> {
  await client.sessions.revoke(session.current ? 'current' : session.id)
  if (session.current) {
    // Nothing of this user stays in the page.
    queries.clear()
    location.assign(pathTo('sign-in'))
    return
  }
  await queries.invalidateQueries({ queryKey: ['sessions'] })
}
