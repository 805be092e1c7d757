import type { Project } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useLive } from '../../api/live.js'
import { apiBase, pathTo } from '../../state/location.js'
import { Button, LinkButton } from '../../ui/controls/button.js'
import { Samples } from '../../ui/code/code.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Status } from '../../ui/status.js'
import { sampleOf } from '../messages/samples.js'

/** Scopes of a first key: to send, and to see the outcome. */
const scopes: ['messages:send', 'reports:read'] = ['messages:send', 'reports:read']

/**
 * The step of a first message: by a sample that runs as it stands, or from here. It says when the message arrives.
 */
export function MessageStep({ project, isDone }: { project: Project | undefined; isDone: boolean }) {
  const [key, setKey] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [seen, setSeen] = useState<{ readonly id: string; readonly isDelivered: boolean }>()
  useLive(project === undefined ? undefined : { project_id: project.id }, (events) => {
    for (const { type, data } of events) {
      const id = (data as { message_id?: unknown }).message_id
      if (typeof id !== 'string') continue
      if (type === 'message.accepted') setSeen({ id, isDelivered: false })
      if (type === 'message.delivered') setSeen({ id, isDelivered: true })
    }
  })
  if (project === undefined) return null
  const make = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const made = await client.apiKeys.create({
        kind: 'project',
        name: 'First steps',
        project_id: project.id,
        scopes,
      })
      setKey(made.secret ?? undefined)
    } catch (thrown) {
      setError(thrown)
    }
    setBusy(false)
  }
  return (
    <>
      {key === undefined ? (
        <div class="row">
          <Button kind="main" needs="admin" busy={busy} onClick={() => void make()}>
            Create an API key for it
          </Button>
          <LinkButton href={pathTo('messages/new')} needs="admin">
            Send one from here
          </LinkButton>
        </div>
      ) : (
        <Notice kind="good" title="The key is in the sample, and shown only now">
          It sends from the project {project.name}. Keep it where your program finds it, for instance in{' '}
          <span class="mono">POSTSEAL_API_KEY</span>.
        </Notice>
      )}
      {error !== undefined && <ErrorNotice error={error} title="No key was made" />}
      <Samples of={sampleOf(project.id, key)} what="A first message" />
      <p role="status" class="row">
        {seen === undefined ? (
          !isDone && <Status of="waiting">Waiting for it…</Status>
        ) : (
          <>
            <Status of={seen.isDelivered ? 'delivered' : 'sending'}>
              {seen.isDelivered ? 'Delivered' : 'Accepted, and on its way…'}
            </Status>
            <a href={pathTo(`messages/${seen.id}`)}>Open the message</a>
            {seen.isDelivered && project.environment === 'test' && (
              <a href={`${apiBase}/sink`} target="_blank" rel="noreferrer">
                See it in the sink
              </a>
            )}
          </>
        )}
      </p>
    </>
  )
}
