import { useQuery } from '@tanstack/preact-query'
import type { Statistics } from 'postseal'
import { client } from '../../api/client.js'
import { useFresh } from '../../api/fresh.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Plot } from '../../ui/figures/plot.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { LinkTabs } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import { FirstMessage } from '../messages/samples.js'
import { Destinations } from './destinations.js'
import { Figures } from './figures.js'
import { hourMs, spanOf, spans, type Span } from './spans.js'
import { ToDo } from './to-do.js'

/** Maximum age of the figures, in milliseconds, while no event arrives. */
const refreshMs = 30_000

/** The outcomes of a project's mail, and the things that need to be done. */
export default function Overview() {
  const project = useProject()
  const projects = useProjectsError()
  const { params } = useParams()
  const span = spanOf(params.span)
  const id = project?.id
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['statistics', id, span.name],
    queryFn: () => ask(span, id ?? ''),
    enabled: id !== undefined,
    refetchInterval: refreshMs,
  })
  useFresh(id === undefined ? undefined : { project_id: id }, () => true, [['statistics', id]])
  const failure = projects.error ?? error
  const isEmpty = data !== undefined && isNothing(data.now) && isNothing(data.before)
  return (
    <Screen title="Overview" beside={project && <span class="quiet">{project.name}</span>}>
      <ToDo />
      <div class="row spread">
        <LinkTabs
          label="Time span"
          tabs={spans.map(({ name, label }) => ({
            id: name,
            label,
            href: pathTo('', { project: params.project, span: name }),
            current: name === span.name,
          }))}
        />
        {dataUpdatedAt > 0 && (
          <span class="small quiet">
            As of <Time at={new Date(dataUpdatedAt)} />
          </span>
        )}
      </div>
      {failure !== null && data === undefined && (
        <ErrorNotice
          error={failure}
          title="The figures could not be loaded"
          onRetry={projects.error === null ? () => void refetch() : projects.retry}
        />
      )}
      {data === undefined && failure === null && <Lines what="the figures" count={6} />}
      {isEmpty && (
        <Card bare>
          <FirstMessage project={project} />
        </Card>
      )}
      {data !== undefined && !isEmpty && (
        <>
          <Figures now={data.now} before={data.before.total} projectId={id ?? ''} />
          <Card
            title="By time"
            hint={span.interval === 'hour' ? 'Recipients per hour.' : 'Recipients per day (UTC).'}
          >
            <Outcomes statistics={data.now} span={span} />
          </Card>
          <Destinations statistics={data.now} projectId={id ?? ''} />
        </>
      )}
    </Screen>
  )
}

async function ask(span: Span, projectId: string): Promise<{ now: Statistics; before: Statistics }> {
  const { since, until, before } = span.bounds(Date.now())
  const query = { project_id: projectId, interval: span.interval }
  const [now, earlier] = await Promise.all([
    client.statistics.retrieve({ ...query, since, until, group_by: 'destination', max_groups: 50 }),
    client.statistics.retrieve({ ...query, since: before, until: since }),
  ])
  return { now, before: earlier }
}

function isNothing({ total }: Statistics): boolean {
  return total.accepted + total.delivered + total.bounced + total.suppressed + total.failed === 0
}

/** A plot of every period of the span, including periods without mail. */
function Outcomes({ statistics, span }: { statistics: Statistics; span: Span }) {
  const counts = new Map(statistics.periods.map(({ at, counts: found }) => [new Date(at).getTime(), found]))
  const step = span.interval === 'hour' ? hourMs : 24 * hourMs
  const from = new Date(statistics.since).getTime()
  const length = Math.max(0, Math.ceil((new Date(statistics.until).getTime() - from) / step))
  const times = Array.from({ length }, (_, index) => new Date(from + index * step))
  const valuesOf = (pick: (found: Statistics['total']) => number) =>
    times.map((time) => {
      const found = counts.get(time.getTime())
      return found === undefined ? 0 : pick(found)
    })
  return (
    <Plot
      label="Outcomes over time"
      kind="stacked"
      {...(span.interval === 'day' && { zone: 'UTC' as const })}
      times={times}
      series={[
        { name: 'Delivered', meaning: 'good', values: valuesOf(({ delivered }) => delivered) },
        {
          name: 'Bounced or failed',
          meaning: 'bad',
          values: valuesOf(({ bounced, failed }) => bounced + failed),
        },
        { name: 'Suppressed', meaning: 'off', values: valuesOf(({ suppressed }) => suppressed) },
        { name: 'Complained', meaning: 'warn', values: valuesOf(({ complained }) => complained) },
      ]}
    />
  )
}
