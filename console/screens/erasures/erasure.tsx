import { useQuery } from '@tanstack/preact-query'
import { client } from '../../api/client.js'
import { useProjectNames } from '../../api/project.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { CountsTable } from './counts.js'

/** Milliseconds between two polls of an erasure that runs. */
const lookEvery = 5_000

/** One erasure: its progress, and the numbers of erased things. */
export default function Erasure({ id = '' }: { id?: string }) {
  const nameOf = useProjectNames()
  const query = useQuery({
    queryKey: ['deletions', id],
    queryFn: () => client.deletions.retrieve(id),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? lookEvery : false),
  })
  const { data } = query
  const above = <a href={pathTo('erasures')}>Erasures</a>
  if (data === undefined) return awaitedScreen({ title: 'Erasure', above, query })
  const runs = data.status === 'running'
  return (
    <Screen title="Erasure" above={above} beside={<Status of={data.status} />}>
      {runs ? (
        <Notice title="The erasure is running">
          This page refreshes every 5 seconds, and you may close it. The erasure waits for deliveries that are
          under way.
        </Notice>
      ) : (
        <Notice
          kind="good"
          title="The address is erased"
          actions={<LinkButton href={pathTo('suppressions', { reason: 'erasure' })}>Suppressions</LinkButton>}
        >
          The service keeps counts, the proof of consent, and a suppression by a keyed hash, so that nothing
          is sent to the address again. Mail that receiving servers have accepted is out of reach.
        </Notice>
      )}
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={data.id} what="the erasure’s id" />],
            ['In', data.project_id === null ? 'The whole workspace' : nameOf(data.project_id)],
            ['Requested', <Time key="at" at={data.created_at} absolute />],
            ['Completed', runs ? undefined : <Time key="done" at={data.completed_at} absolute />],
          ]}
        />
      </Card>
      <Card title={runs ? 'Erased so far' : 'What was erased'} bare>
        <CountsTable
          caption="What was erased"
          counts={data.erased}
          none={
            runs
              ? 'Nothing yet.'
              : 'There was no data about this address. It is suppressed, so nothing is sent to it.'
          }
        />
      </Card>
    </Screen>
  )
}
