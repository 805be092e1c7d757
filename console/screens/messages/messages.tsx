import { Mail, Pause, Play, Send } from 'lucide-preact'
import type { ListMessageLogsRequest, MessageLog } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useLive } from '../../api/live.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { Views } from '../../app/views.js'
import { Button, LinkButton } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { Notice } from '../../ui/notice.js'
import { Status } from '../../ui/status.js'
import { ExportButton } from '../../ui/export-button.js'
import { sinceOf } from '../../ui/filters.js'
import { Table, type Column } from '../../ui/table.js'
import { Time } from '../../ui/time.js'
import { csvOfLogs } from './export.js'
import { Filters } from './filters.js'
import { FirstMessage } from './samples.js'
import { readSearch } from './search.js'

const columns: readonly Column<MessageLog>[] = [
  { head: 'Recipient', kind: 'main', cell: ({ recipient }) => recipient, width: 200 },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'Subject', cell: ({ subject }) => subject, width: 240 },
  { head: 'Category', kind: 'extra', cell: ({ category }) => category ?? '' },
  { head: 'Accepted', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Milliseconds between two looks at the list while news come. */
const calm = 1_000

/** The messages of a project, one line a recipient, as they come. */
export default function Messages() {
  const project = useProject()
  const projects = useProjectsError()
  const { params } = useParams()
  const { query, mistake } = readSearch(params.q ?? '')
  const filter: ListMessageLogsRequest = {
    ...(project && { project_id: project.id }),
    ...(params.recipient && { recipient: params.recipient }),
    ...(params.subject && { subject: params.subject }),
    ...(params.status && { status: params.status as NonNullable<ListMessageLogsRequest['status']> }),
    ...sinceOf(params.time),
    ...query,
  }
  const list = useList(
    ['message-logs', filter],
    (cursor, options) => client.messageLogs.list({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined && mistake === undefined },
  )
  const tail = useTail(project?.id, list.isFirstPage, list.onRetry)
  const fresh = useFresh(list.rows)
  const isFiltered = Object.keys(filter).length > 1

  return (
    <Screen
      title="Messages"
      actions={
        <>
          <Views screen="messages" />
          <ExportButton
            name="messages.csv"
            csv={(signal) => csvOfLogs(filter, signal)}
            disabled={list.rows === undefined || list.rows.length === 0}
          />
          <LinkButton href={pathTo('messages/new')} icon={Send} kind="main" needs="admin">
            Send a message
          </LinkButton>
        </>
      }
    >
      <section class="card" aria-label="Messages">
        <Filters tail={<TailButton {...tail} />} />
        {mistake !== undefined && (
          <div class="inside">
            <Notice kind="warn">{mistake}</Notice>
          </div>
        )}
        <Table
          caption="Messages"
          columns={columns}
          rows={mistake === undefined ? list.rows : []}
          keyOf={({ id }) => id}
          href={({ message_id, id }) => pathTo(`messages/${message_id}`, { log: id })}
          error={projects.error ?? list.error}
          onRetry={projects.error === null ? list.onRetry : projects.retry}
          fresh={fresh}
          pages={list.pages}
          empty={
            isFiltered || mistake !== undefined ? (
              <Empty
                icon={Mail}
                title="No message is like this"
                action={<LinkButton href={pathTo('messages')}>Show all</LinkButton>}
              >
                Try fewer filters, or a longer time. Messages are kept as long as the workspace’s settings
                say.
              </Empty>
            ) : (
              <FirstMessage project={project} />
            )
          }
        />
      </section>
    </Screen>
  )
}

/** What is new: shown at once, or counted while the tail is paused. */
function useTail(projectId: string | undefined, isFirstPage: boolean, refresh: () => void) {
  const [paused, setPaused] = useState(false)
  const [missed, setMissed] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const holds = paused || !isFirstPage
  useLive(projectId === undefined ? undefined : { project_id: projectId }, (events) => {
    const about = events.filter(({ type }) => type.startsWith('message.'))
    if (about.length === 0) return
    if (holds) {
      setMissed((count) => count + about.filter(({ type }) => type === 'message.accepted').length)
      return
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      refresh()
    }, calm)
  })
  return {
    paused,
    missed,
    toggle: () => {
      setPaused(!paused)
      if (paused) {
        setMissed(0)
        refresh()
      }
    },
    show: () => {
      setMissed(0)
      refresh()
    },
  }
}

function TailButton({ paused, missed, toggle, show }: ReturnType<typeof useTail>) {
  return (
    <span class="row">
      {missed > 0 && (
        <Button onClick={show} aria-live="polite">
          {missed} new
        </Button>
      )}
      <Button
        kind="plain"
        icon={paused ? Play : Pause}
        onClick={toggle}
        title={paused ? 'Show new messages as they come' : 'Keep the list as it is'}
      >
        {paused ? 'Resume' : 'Live'}
      </Button>
    </span>
  )
}

/** The rows that were not there before. */
function useFresh(rows: readonly MessageLog[] | undefined): ReadonlySet<string> {
  const known = useRef<ReadonlySet<string>>()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (rows === undefined) return
    const before = known.current
    known.current = new Set(rows.map(({ id }) => id))
    // Another page, or other filters: all rows are others.
    const kept = rows.some(({ id }) => before?.has(id))
    setFresh(
      new Set(before !== undefined && kept ? rows.map(({ id }) => id).filter((id) => !before.has(id)) : []),
    )
  }, [rows])
  return fresh
}
