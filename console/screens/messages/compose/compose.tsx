import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:SendMessageRequest'
import type { AcceptedMessage, MessageContent, SendMessageRequest } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useMessageTemplates } from '../../../api/message-templates.js'
import { pathTo, useParams } from '../../../state/location.js'
import { useProject, useProjectsError } from '../../../api/project.js'
import { useSenders } from '../../../api/senders.js'
import { ownAddress, useSession } from '../../../state/session.js'
import { Screen } from '../../../app/screen.js'
import { Card } from '../../../ui/card.js'
import { Form, type Values } from '../../../ui/forms/form.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import {
  firstValuesOf,
  rulesOfVariables,
  sentVariables,
  variableOf,
} from '../../../ui/variables/values-of-form.js'
import { useVersion } from '../../templates/queries.js'
import { AttachmentsField, attachmentsOf, type Attached } from './attachments.js'
import { ComposeFields, LaterFields, sentVersion, TemplateChoice, type Chosen } from './compose-fields.js'

function required(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { ...rules[name], required: true }]))
}

/** Returns the rules of the form. A message without a template has to have content of its own. */
function rulesOf(chosen: Chosen | undefined) {
  if (chosen === undefined) return { ...rules, ...required('from_email', 'subject', 'text') }
  const sender = chosen.version.from_email === null ? required('from_email') : {}
  return { ...rules, ...sender, ...rulesOfVariables(chosen.variables) }
}

/** Writes and sends one message, from a template or not, or sends a copy of an earlier one as a new one. */
export default function Compose() {
  const project = useProject()
  const projects = useProjectsError()
  const { params, change } = useParams()
  const { route } = useLocation()
  const { like } = params
  const { user } = useSession()
  const [attached, setAttached] = useState<readonly Attached[]>([])
  const { data: earlier, error } = useQuery({
    queryKey: ['messages', like, 'content'],
    queryFn: () => client.messages.retrieveContent(like ?? ''),
    enabled: like !== undefined,
  })
  const senders = useSenders(project)
  const templates = useMessageTemplates(project?.id)
  const template = like === undefined ? templates?.find(({ id }) => id === params.template) : undefined
  const number = template && project && sentVersion(template, project)
  const { data: version } = useVersion(template?.id ?? '', number)
  const chosen =
    template === undefined || version?.template_id !== template.id
      ? undefined
      : { template, version, variables: version.variables.map(variableOf) }
  const isReady =
    project !== undefined &&
    senders !== undefined &&
    (params.template === undefined || templates !== undefined) &&
    (number === undefined || chosen !== undefined) &&
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
  const bodyOf = (values: Values, isSample: boolean) => ({
    ...requestOf(values, project.id, chosen),
    ...(attached.length > 0 && { attachments: attachmentsOf(attached, isSample) }),
  })
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
        <Notice kind="warn">Its attachments are not copied. Attach the files again to send them.</Notice>
      )}
      <Card>
        <div class="compose stack">
          {like === undefined && templates !== undefined && templates.length > 0 && (
            <TemplateChoice
              of={templates.filter((each) => sentVersion(each, project) !== undefined)}
              chosen={chosen}
              onChoose={(id) => change({ ...params, template: id })}
            />
          )}
          <Form<AcceptedMessage>
            key={chosen?.template.id}
            rules={rulesOf(chosen)}
            initial={
              earlier === undefined
                ? { ...firstValues(isLive, senders.first, ownAddress(user)), ...samplesOf(chosen) }
                : valuesOf(earlier)
            }
            {...(like === undefined && { draft: chosen ? `message.${chosen.template.id}` : 'message' })}
            call={{ method: 'POST', path: '/v1/messages', body: (values) => bodyOf(values, true) }}
            verb="Send"
            needs="admin"
            submit={(values) => client.messages.send(bodyOf(values, false))}
            onDone={({ id }) => route(pathTo(`messages/${id}`))}
          >
            <ComposeFields senders={senders} chosen={chosen} />
            <AttachmentsField attached={attached} onChange={setAttached} />
            <LaterFields />
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

/** Returns sample values of a template's variables, for a project whose mail goes to nobody. */
function samplesOf(chosen: Chosen | undefined): Values {
  return chosen === undefined ? {} : firstValuesOf(chosen.variables, {})
}

function requestOf(values: Values, projectId: string, chosen: Chosen | undefined): SendMessageRequest {
  const { to, subject, text, html, ...others } = values
  const lines = Array.isArray(to) ? (to as string[]) : []
  const names = ['from_email', 'from_name', 'category', 'scheduled_at']
  const content =
    chosen === undefined
      ? { subject, text, html }
      : {
          template: {
            template_id: chosen.template.id,
            version: chosen.version.version,
            variables: sentVariables(chosen.variables, values),
          },
        }
  const given = Object.entries(others).filter(([name]) => names.includes(name))
  const all = [...given, ...Object.entries(content)].filter(([, value]) => value !== undefined)
  return {
    project_id: projectId,
    ...(Object.fromEntries(all) as { from_email: string; subject: string; text: string }),
    to: lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((email) => ({ email })),
  }
}
