import { Mail, Send } from '../../icons/icons.js'
import type { ListMessageLogsRequest, MessageLog } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { pathTo, useParams } from '../../state/location.js'
import { ListScreen } from '../../app/list-screen.js'
import { Views } from '../../app/views.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { sinceOf } from '../../ui/lists/filters.js'
import type { Column } from '../../ui/lists/table.js'
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

/** The messages of a project, one line for each recipient, as they arrive. */
export default function Messages() {
  const { params } = useParams()
  const { query, mistake } = readSearch(params.q ?? '')
  const filter: ListMessageLogsRequest = {
    ...(params.recipient && { recipient: params.recipient }),
    ...(params.subject && { subject: params.subject }),
    ...(params.status && { status: params.status as NonNullable<ListMessageLogsRequest['status']> }),
    ...(params.engagement && {
      engagement: params.engagement as NonNullable<ListMessageLogsRequest['engagement']>,
    }),
    ...sinceOf(params.time),
    ...query,
  }
  const { project, asked, ...list } = useProjectList(
    ['message-logs'],
    (query, options) => client.messageLogs.list(query, options),
    {
      filter,
      enabled: mistake === undefined,
    },
  )
  const tail = useTail({
    followed: project && { project_id: project.id },
    isAbout: ({ type }) => type.startsWith('message.'),
    isNew: ({ type }) => type === 'message.accepted',
    isFirstPage: list.isFirstPage,
    refresh: list.onRetry,
  })
  const fresh = useFresh(list.rows)
  const isFiltered = Object.keys(filter).length > 0

  return (
    <ListScreen
      title="Messages"
      actions={
        <>
          <Views screen="messages" />
          <ExportButton
            name="messages.csv"
            csv={(signal) => client.messageLogs.exportCsv(asked, { signal })}
            disabled={list.rows === undefined || list.rows.length === 0}
            title="CSV, newest first"
          />
          <LinkButton href={pathTo('messages/new')} icon={Send} kind="main" needs="admin">
            New message
          </LinkButton>
        </>
      }
      filters={
        <>
          <Filters tail={<TailButton what="messages" {...tail} />} />
          {mistake !== undefined && (
            <div class="inside">
              <Notice kind="warn">{mistake}</Notice>
            </div>
          )}
        </>
      }
      columns={columns}
      list={{ ...list, rows: mistake === undefined ? list.rows : [] }}
      href={({ message_id, id }) => pathTo(`messages/${message_id}`, { log: id })}
      fresh={fresh}
      empty={
        isFiltered || mistake !== undefined ? (
          <Empty
            icon={Mail}
            title="No matching messages"
            action={<LinkButton href={pathTo('messages')}>Show all</LinkButton>}
          >
            Try fewer filters or a longer time span. The workspace’s settings decide how long messages are
            kept.
          </Empty>
        ) : (
          <FirstMessage project={project} />
        )
      }
    />
  )
}
