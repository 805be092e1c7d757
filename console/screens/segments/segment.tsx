import { useQuery } from '@tanstack/preact-query'
import type { Segment } from 'postseal'
import { useAction } from '../../api/action.js'
import { client } from '../../api/client.js'
import { useProjectNames } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { pathTo, useParams } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Badge } from '../../ui/status.js'
import { later } from '../../ui/loading/later.js'
import { LinkTabs } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import { useNames } from './names.js'
import { Why } from './why.js'
import { Members } from './members.js'
import { Size } from './size.js'
import { UsedBy } from './used-by.js'
import { fullSentenceOf } from './words.js'

// Most people look at the contacts, and the builder of rules is large.
const Settings = later('the rule', () => import('./settings.js'))

const parts = [
  ['contacts', 'Contacts'],
  ['rule', 'Rule'],
  ['why', 'Check a contact'],
] as const

/** Milliseconds between two polls of a count that is under way. */
const pace = 1_000

/** One segment: its size, its contacts, its rule, and the explanation why a contact is in it. */
export default function SegmentScreen({ id = '' }: { id?: string }) {
  const { params } = useParams()
  const nameOf = useProjectNames()
  const query = useQuery({
    queryKey: ['segments', id],
    queryFn: () => client.segments.retrieve(id),
    refetchInterval: ({ state }) => (state.data?.counting?.status === 'running' ? pace : false),
  })
  const { data: segment } = query
  const names = useNames(segment?.project_id)
  const above = <a href={pathTo('segments')}>Segments</a>
  if (segment === undefined) return awaitedScreen({ title: 'Segment', above, query })
  const part = params.part ?? (params.explain === undefined ? 'contacts' : 'why')
  return (
    <Screen
      title={segment.name}
      above={above}
      beside={<Badge kind={segment.environment}>{segment.environment}</Badge>}
      actions={<CountButton segment={segment} />}
    >
      <Card>
        <Facts
          of={[
            ['Rule', fullSentenceOf(segment.rule, names)],
            ['Size', <Size key="size" segment={segment} />],
            ['Project', nameOf(segment.project_id)],
            [
              'Used by',
              segment.used_by.length === 0 ? (
                'Nothing'
              ) : (
                <UsedBy key="used" ids={segment.used_by} names={names} />
              ),
            ],
            ['Changed', <Time key="changed" at={segment.updated_at} absolute />],
            ['Id', <Copyable key="id" text={segment.id} what="the segment’s id" />],
          ]}
        />
      </Card>
      <LinkTabs
        label="Parts of the segment"
        tabs={parts.map(([name, label]) => ({
          id: name,
          label,
          href: pathTo(`segments/${id}`, {
            part: name,
            explain: name === 'why' ? params.explain : undefined,
          }),
          current: part === name,
        }))}
      />
      {part === 'contacts' && <Members segment={segment} />}
      {part === 'rule' && <Settings segment={segment} names={names} />}
      {part === 'why' && <Why segment={segment} names={names} />}
    </Screen>
  )
}

function CountButton({ segment: { id, counting } }: { segment: Segment }) {
  const count = useAction({
    mutationFn: () => client.segments.count(id),
    onSuccess: (segment) => queries.setQueryData(['segments', id], segment),
  })
  const isRunning = counting?.status === 'running'
  return (
    <>
      <Button
        busy={count.isPending || isRunning}
        title="Counts all contacts in the background"
        onClick={() => count.mutate()}
      >
        {isRunning ? 'Counting' : 'Count now'}
      </Button>
      {count.isError && <ErrorNotice error={count.error} title="The count was not started" />}
    </>
  )
}
