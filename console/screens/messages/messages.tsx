import { Mail, Send } from '../../icons/icons.js'
import type { ListMessageLogsRequest, MessageLog } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { Views } from '../../app/views.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { sinceOf } from '../../ui/lists/filters.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { TailButton, useFresh, useTail } from '../../ui/lists/tail.js'
import { Time } from '../../ui/time.js'
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
    ...(params.engagement && {
      engagement: params.engagement as NonNullable<ListMessageLogsRequest['engagement']>,
    }),
    ...sinceOf(params.time),
    ...query,
  }
  const list = useList(
    ['message-logs', filter],
    (cursor, options) => client.messageLogs.list({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined && mistake === undefined },
  )
  const tail = useTail({
    followed: project && { project_id: project.id },
    isAbout: ({ type }) => type.startsWith('message.'),
    isNew: ({ type }) => type === 'message.accepted',
    isFirstPage: list.isFirstPage,
    refresh: list.onRetry,
  })
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
            csv={(signal) => client.messageLogs.exportCsv(filter, { signal })}
            disabled={list.rows === undefined || list.rows.length === 0}
            title="CSV, the newest first"
          />
          <LinkButton href={pathTo('messages/new')} icon={Send} kind="main" needs="admin">
            Send a message
          </LinkButton>
        </>
      }
    >
      <section class="card" aria-label="Messages">
        <Filters tail={<TailButton what="messages" {...tail} />} />
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
