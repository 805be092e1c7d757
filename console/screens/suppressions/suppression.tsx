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
            <LinkButton href={pathTo('messages', { recipient: email })}>Messages to it</LinkButton>
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
              'Recorded here',
              found.created_at === found.suppressed_at ? undefined : (
                <Time key="made" at={found.created_at} absolute />
              ),
            ],
            ['Note', note ?? undefined],
            ['The server said', reply ?? undefined],
            ['Holds for', project_id === null ? 'Every project' : projectName(project_id)],
            [
              'Caused by',
              log_id === null ? undefined : (
                <a key="log" href={pathTo(`messages/${log_id}`)}>
                  The delivery that was refused
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
      verb="Send to it again"
      {...(isOwnWish && { name: email ?? 'erased' })}
      run={async () => {
        await client.suppressions.delete(id, isOwnWish ? { force: true } : {})
        route(pathTo('suppressions'))
        queries.removeQueries({ queryKey: ['suppressions', id] })
        await queries.invalidateQueries({ queryKey: ['suppressions'] })
      }}
    >
      <div class="stack tight">
        <p>Mail goes to the address again. Messages that were held back meanwhile are not sent.</p>
        <p>{warningOf(reason)}</p>
      </div>
    </AskButton>
  )
}

function warningOf(reason: string): string {
  switch (reason) {
    case 'complaint':
      return 'Its owner has reported your mail as unwanted. Another complaint costs your domain’s reputation. Remove it only where the owner asks for it.'
    case 'erasure':
      return 'Its owner had it erased. Remove it only where the owner asks for mail again.'
    case 'hard_bounce':
      return 'A server said that it does not exist. Where that is still so, the next message bounces, and it is suppressed again.'
    case 'unsubscribe':
      return 'Its owner wanted no more mail. Remove it only where the owner asks for it.'
    default:
      return 'Where the reason still holds, keep it.'
  }
}
