import { useQuery } from '@tanstack/preact-query'
import { Undo2 } from '../../icons/icons.js'
import type { Suppression } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { useProjectNames } from '../../api/project.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { AskButton } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { toast } from '../../ui/notices/toast.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { meaningOf, nameOf } from './reasons.js'

/** One suppressed address: the reason, the time, and the button that removes the suppression. */
export default function SuppressionScreen({ id = '' }: { id?: string }) {
  const projectName = useProjectNames()
  const query = useQuery({
    queryKey: ['suppressions', id],
    queryFn: () => client.suppressions.retrieve(id),
  })
  const { data: found } = query
  const above = <a href={pathTo('suppressions')}>Suppressions</a>
  if (found === undefined) return awaitedScreen({ title: 'Suppression', above, lines: 5, query })
  const { email, reason, note, reply, log_id, project_id } = found
  return (
    <Screen
      title={email ?? 'An erased address'}
      above={above}
      beside={<Status of="suppressed" />}
      actions={
        <>
          {email !== null && (
            <LinkButton href={pathTo('messages', { recipient: email })}>Messages to this address</LinkButton>
          )}
          <Remove found={found} />
        </>
      }
    >
      <Notice title={nameOf(reason)}>{meaningOf(reason)}</Notice>
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={found.id} what="the suppression’s id" />],
            ['Suppressed', <Time key="at" at={found.suppressed_at} absolute />],
            [
              'Recorded',
              found.created_at === found.suppressed_at ? undefined : (
                <Time key="made" at={found.created_at} absolute />
              ),
            ],
            ['Note', note ?? undefined],
            ['Server reply', reply ?? undefined],
            ['Scope', project_id === null ? 'Every project' : projectName(project_id)],
            [
              'Caused by',
              log_id === null ? undefined : (
                <a key="log" href={pathTo(`messages/${log_id}`)}>
                  The refused delivery
                </a>
              ),
            ],
          ]}
        />
      </Card>
    </Screen>
  )
}

function Remove({ found }: { found: Suppression }) {
  const { route } = useLocation()
  const { id, email, reason } = found
  // A suppression that the recipient has asked for must not be removed by mistake.
  const isOwnWish = reason === 'complaint' || reason === 'erasure'
  return (
    <AskButton
      icon={Undo2}
      button="Remove"
      title="Remove this suppression?"
      verb="Remove the suppression"
      {...(isOwnWish && { name: email ?? 'erased' })}
      run={async () => {
        await client.suppressions.delete(id, isOwnWish ? { force: true } : {})
        toast(`${email ?? 'The address'} is no longer suppressed.`)
        route(pathTo('suppressions'))
        queries.removeQueries({ queryKey: ['suppressions', id] })
        await queries.invalidateQueries({ queryKey: ['suppressions'] })
      }}
    >
      <div class="stack tight">
        <p>Future messages to this address are sent again. Messages suppressed in the meantime are not.</p>
        <p>{warningOf(reason)}</p>
      </div>
    </AskButton>
  )
}

function warningOf(reason: string): string {
  switch (reason) {
    case 'complaint':
      return 'The recipient marked your mail as spam, and another complaint would harm your domain’s reputation. Remove the suppression only if the recipient asks you to.'
    case 'erasure':
      return 'The recipient had this address erased. Remove the suppression only if the recipient asks for mail again.'
    case 'hard_bounce':
      return 'A server reported that this address does not exist. If that is still true, the next message bounces and the address is suppressed again.'
    case 'unsubscribe':
      return 'The recipient unsubscribed. Remove the suppression only if the recipient asks you to.'
    default:
      return 'Keep the suppression if its reason still applies.'
  }
}
