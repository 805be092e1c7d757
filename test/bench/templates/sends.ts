import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serviceEnv, startProcess, type ServiceProcess } from '../../support/service/process.js'
import { templateCalls } from '../../support/templates/template-calls.js'
import { underLoad } from '../accept/load.js'
import { bodyHtml, bodyText, layoutHtml, subject, values, variables } from './sample.js'

/** Sends of the same mail in two ways. Each returns sends a second. */
export interface SendWays {
  withTemplate(connections: number, seconds: number): Promise<number>
  /** With the bodies that the template renders. */
  without(connections: number, seconds: number): Promise<number>
  stop(): Promise<unknown>
}

/** Starts the built service on a database, with the sample published in it. */
export async function waysToSend(databaseUrl: string): Promise<SendWays> {
  const service = await startProcess(
    await serviceEnv({
      DATABASE_URL: databaseUrl,
      POSTSEAL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      POSTSEAL_ROLES: 'api',
      POSTSEAL_SENDS_PER_MINUTE: '100000000',
      POSTSEAL_REQUESTS_PER_MINUTE: '100000000',
    }),
  )
  const session = sessionOf(service)
  const templates = templateCalls(service.url, session)
  const layout = await templates.published({
    kind: 'layout',
    subject: undefined,
    text: undefined,
    html: layoutHtml,
  })
  const html = `{% layout '${layout}' %}{% block content %}${bodyHtml}{% endblock %}`
  const content = { subject, html, text: bodyText, variables }
  const template = { template_id: await templates.published(content), variables: values }
  const { project_id, project_key: key } = service.credentials
  const common = { project_id, from_email: 'no-reply@shop.example', to: [{ email: 'ada@example.com' }] }
  const preview = await fetch(`${service.url}/v1/templates/${template.template_id}/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ variables: values }),
  })
  const rendered = (await preview.json()) as { subject: string; html: string; text: string }
  const load = async (body: object, connections: number, seconds: number) => {
    const json = JSON.stringify({ ...common, ...body })
    const { rate } = await underLoad({
      ...{ url: service.url, path: '/v1/messages', key, connections, seconds },
      body: () => json,
    })
    return rate
  }
  return {
    withTemplate: (connections, seconds) => load({ template }, connections, seconds),
    without: (connections, seconds) => {
      const { subject, html, text } = rendered
      return load({ subject, html, text }, connections, seconds)
    },
    stop: () => service.stop(),
  }
}

/** Mints a session of the owner of a built service. */
export function sessionOf({ env }: ServiceProcess): string {
  const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
  return execFileSync('node', [cli, 'session', 'create'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).trim()
}
