import { Activity, Pause, Play } from '../../icons/icons.js'
import type { Event, EventType } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { useLive } from '../../api/live.js'
import { pathTo, useParams } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { FilterSelect } from '../../ui/lists/filters.js'
import { Button } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { EventName } from './engagement.js'
import { subjectOf } from './subject.js'
import { eventTypes } from './types.js'

const columns: readonly Column<Event>[] = [
  { head: 'Event', kind: 'main', cell: (event) => <EventName event={event} />, width: 160 },
  { head: 'About', cell: (event) => subjectOf(event), width: 220 },
  { head: 'Recorded', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Maximum number of arrived events that are kept on the page. */
const maxTail = 200

/** Everything that happens in a project, as it happens. */
export default function Events() {
  const { params, change } = useParams()
  const type = params.type as EventType | undefined
  const filter = { ...(type && { type }) }
  const { project, asked, ...list } = useProjectList(
    ['events'],
    (query, options) => client.events.list(query, options),
    {
      filter,
    },
  )
  const [came, setCame] = useState<readonly Event[]>([])
  const [paused, setPaused] = useState(false)
  useEffect(() => setCame([]), [project?.id, type, list.isFirstPage])
  useLive(project === undefined ? undefined : asked, (events) =>
    setCame((before) => [...events].reverse().concat(before).slice(0, maxTail)),
  )
  const shown = paused || !list.isFirstPage ? [] : came
  const known = new Set(list.rows?.map(({ id }) => id))
  const rows = list.rows && [...shown.filter(({ id }) => !known.has(id)), ...list.rows]
  const waiting = paused || !list.isFirstPage ? came.length : 0
  return (
    <ListScreen
      title="Events"
      hint="Everything your webhooks receive."
      actions={
        <ExportButton
          name="events.csv"
          csv={(signal) => client.events.exportCsv(asked, { signal })}
          disabled={list.rows === undefined || list.rows.length === 0}
          title="CSV, the newest first"
        />
      }
      filters={
        <div class="filters">
          <FilterSelect
            first
            name="type"
            label="Type"
            any="Every type"
            options={eventTypes.map((name) => [name, name])}
          />
          <span class="row">
            {waiting > 0 && (
              <Button
                onClick={() => {
                  setPaused(false)
                  if (!list.isFirstPage) change({})
                }}
              >
                {waiting} new
              </Button>
            )}
            <Button kind="plain" icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
              {paused ? 'Resume' : 'Live'}
            </Button>
          </span>
        </div>
      }
      columns={columns}
      list={{ ...list, rows }}
      href={({ id }) => pathTo(`events/${id}`)}
      fresh={new Set(shown.map(({ id }) => id))}
      empty={
        <Empty icon={Activity} title={type === undefined ? 'Nothing has happened yet' : 'No such event'}>
          Whatever happens to messages, domains, subscriptions and campaigns is recorded as an event. Events
          appear here while you look.
        </Empty>
      }
    />
  )
}
