import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:SendMessageRequest'
import type { AcceptedMessage, MessageContent } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { pathTo, useParams } from '../../state/location.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { useSenders } from '../../api/senders.js'
import { ownAddress, useSession } from '../../state/session.js'
import { Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { LinesField, TextField } from '../../ui/forms/field.js'
import { Form, type Values } from '../../ui/forms/form.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { TimeField } from '../../ui/forms/time-field.js'

/** Rules for a message without a template, which has to have these properties, too. */
const ownContent = { ...rules, ...required('from_email', 'subject', 'text') }

function required(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { ...rules[name], required: true }]))
}

/** Writes and sends one message, or sends a copy of an earlier one as a new one. */
export default function Compose() {
  const project = useProject()
  const projects = useProjectsError()
  const { params } = useParams()
  const { route } = useLocation()
  const { like } = params
  const { user } = useSession()
  const { data: earlier, error } = useQuery({
    queryKey: ['messages', like, 'content'],
    queryFn: () => client.messages.retrieveContent(like ?? ''),
    enabled: like !== undefined,
  })
  const senders = useSenders(project)
  const isReady =
    project !== undefined &&
    senders !== undefined &&
    (like === undefined || earlier !== undefined || error !== null)
  const above = <a href={pathTo('messages')}>Messages</a>
  if (!isReady) {
    return (
      <Screen title="New message" above={above}>
        {projects.error === null ? (
          <Lines what="the form" count={6} />
        ) : (
          <ErrorNotice
            error={projects.error}
            title="The projects could not be loaded"
            onRetry={projects.retry}
          />
        )}
      </Screen>
    )
  }
  const isLive = project.environment === 'live'
  const bodyOf = (values: Values) => requestOf(values, project.id)
  return (
    <Screen title="New message" above={above}>
      {isLive ? (
        <Notice kind="warn" title={`Real people get this message: ${project.name} is a live project`}>
          The sender’s domain may have to be verified.
        </Notice>
      ) : (
        <Notice title={`${project.name} is a test project`}>
          The message goes to the sink, whatever the address.
        </Notice>
      )}
      {error !== null && <ErrorNotice error={error} title="The earlier message could not be loaded" />}
      {earlier !== undefined && earlier.attachments.length > 0 && (
        <Notice kind="warn">The copy has no attachments.</Notice>
      )}
      <Card>
        <div class="compose">
          <Form<AcceptedMessage>
            rules={ownContent}
            initial={
              earlier === undefined ? firstValues(isLive, senders.first, ownAddress(user)) : valuesOf(earlier)
            }
            {...(like === undefined && { draft: 'message' })}
            call={{ method: 'POST', path: '/v1/messages', body: bodyOf }}
            verb={isLive ? 'Send' : 'Send'}
            needs="admin"
            submit={(values) => client.messages.send(bodyOf(values))}
            onDone={({ id }) => route(pathTo(`messages/${id}`))}
          >
            <div class="columns">
              <TextField
                name="from_email"
                label="From"
                type="email"
                placeholder="no-reply@shop.example"
                proposals={senders.known}
                hint="Suggestions come from earlier senders and your domains."
              />
              <TextField name="from_name" label="From name" placeholder="Shop" />
            </div>
            <LinesField
              name="to"
              label="To"
              list
              rows={2}
              placeholder="ada@example.com"
              hint="One address per line, at most 50."
            />
            <TextField name="subject" label="Subject" />
            <LinesField name="text" label="Text" rows={6} />
            <LinesField name="html" label="HTML" rows={4} mono hint="Sent together with the text." />
            <div class="columns">
              <TextField
                name="category"
                label="Category"
                hint="Your own label for searches and figures."
                placeholder="receipt"
              />
              <TimeField
                name="scheduled_at"
                label="Send at"
                hint="Up to 30 days ahead. Leave empty to send immediately."
              />
            </div>
          </Form>
        </div>
      </Card>
    </Screen>
  )
}

/** Returns the form's initial values, with which a test mail can be sent as it stands. */
function firstValues(isLive: boolean, sender: string | undefined, own: string | undefined): Values {
  if (isLive) return { from_email: sender }
  return {
    from_email: sender,
    to: [own ?? 'ada@example.com'],
    subject: 'Hello from Postseal',
    text: 'It works.',
  }
}

function valuesOf(earlier: MessageContent): Values {
  return {
    from_email: earlier.from_email,
    from_name: earlier.from_name ?? undefined,
    to: earlier.to.map(({ email }) => email),
    subject: earlier.subject,
    text: earlier.text,
    html: earlier.html ?? undefined,
  }
}

function requestOf(values: Values, projectId: string) {
  const { to, ...others } = values
  const lines = Array.isArray(to) ? (to as string[]) : []
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    project_id: projectId,
    ...(given as { from_email: string; subject: string; text: string }),
    to: lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((email) => ({ email })),
  }
}
