import { Mail } from '../../icons/icons.js'
import type { Project } from 'postseal'
import { apiBase, pathTo } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Samples } from '../../ui/code/code.js'
import { Empty } from '../../ui/notices/empty.js'

/**
 * Writes a first message in three languages. It runs as it stands, once the key is in the environment.
 *
 * @param projectId id of the project that sends the message
 * @param key a key that was just created; without it, the key stays a variable
 */
export function sampleOf(projectId: string, key?: string): Readonly<Record<string, string>> {
  const body = {
    project_id: projectId,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Hello from Postseal',
    text: 'It works.',
  }
  const fields = JSON.stringify(body, null, 2)
  const script = fields.replaceAll(/"(\w+)":/g, '$1:').replaceAll('"', "'")
  return {
    curl: [
      `curl -sS ${apiBase}/v1/messages \\`,
      `  -H "Authorization: Bearer ${key ?? '$POSTSEAL_API_KEY'}" \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '${JSON.stringify(body)}'`,
    ].join('\n'),
    TypeScript: [
      "import { Postseal } from 'postseal'",
      '',
      `const postseal = new Postseal({ baseURL: '${apiBase}'${key === undefined ? '' : `, apiKey: '${key}'`} })`,
      `await postseal.messages.send(${script})`,
    ].join('\n'),
    Python: [
      'from postseal import Postseal',
      '',
      `postseal = Postseal(base_url="${apiBase}"${key === undefined ? '' : `, api_key="${key}"`})`,
      `postseal.messages.send(${fields})`,
    ].join('\n'),
  }
}

/** The content shown if no message was sent yet. */
export function FirstMessage({ project }: { project: Project | undefined }) {
  return (
    <Empty
      icon={Mail}
      title="No messages yet"
      action={
        <LinkButton href={pathTo('messages/new')} kind="main" needs="admin">
          New message
        </LinkButton>
      }
      sample={project && <Samples of={sampleOf(project.id)} what="First message" />}
    >
      Messages appear here as soon as they are accepted, with every delivery attempt.
    </Empty>
  )
}
