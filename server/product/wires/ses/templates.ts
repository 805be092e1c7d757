import type { components as ses, operations } from '../../../../generated/wires/ses.js'
import type { Calls } from '../../../../generated/wires/ses-calls.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { WireOperations } from '../frame/wire.js'
import { AlreadyExists } from './errors.js'
import { fromLiquid, toLiquid, variablesOf } from '../frame/texts/placeholders.js'
import { pageOf, secondsOf, tokenOf } from './replies.js'
import { templateOf } from '../frame/templates.js'
import { jsonObject } from '../frame/texts/json-object.js'

/** The operations of templates. A template of SES is in use as soon as it is saved, so each version is published. */
export const templates = {
  createEmailTemplate: async ({ body, idempotencyKey }, service) => {
    const alias = body.TemplateName
    const project = await service.projectId()
    const template = { project_id: project, name: alias, alias, ...contentOf(body.TemplateContent) }
    const { body: created } = await orTaken(
      alias,
      service.call('createTemplate', { body: template, idempotencyKey }),
    )
    const { id, latest_version: version } = created
    await service.call('publishTemplate', { path: { id }, body: { version }, idempotencyKey })
    return { status: 200, body: {} }
  },

  listEmailTemplates: async ({ query }, { call }) => {
    const { body } = await call('listTemplates', { query: { ...pageOf(query), kind: 'message' } })
    const TemplatesMetadata = body.data.map(({ id, alias, created_at: at }) => ({
      TemplateName: alias ?? id,
      CreatedTimestamp: secondsOf(at),
    }))
    return { status: 200, body: { TemplatesMetadata, ...tokenOf(body.next_cursor) } }
  },

  getEmailTemplate: async ({ path }, service) => {
    const { id, alias, latest_version: version } = await templateOf(path.TemplateName, service)
    const { body: content } = await service.call('retrieveTemplateVersion', { path: { id, version } })
    const { subject, text, html } = content
    return {
      status: 200,
      body: {
        TemplateName: alias ?? id,
        TemplateContent: {
          ...(subject !== null && { Subject: fromLiquid(subject, 'text', 'raw') }),
          ...(text !== null && { Text: fromLiquid(text, 'text', 'raw') }),
          ...(html !== null && { Html: fromLiquid(html, 'html', 'raw') }),
        },
      },
    }
  },

  updateEmailTemplate: async ({ path, body, idempotencyKey }, service) => {
    const { id } = await templateOf(path.TemplateName, service)
    const content = contentOf(body.TemplateContent)
    const saved = await service.call('createTemplateVersion', { path: { id }, body: content, idempotencyKey })
    const { version } = saved.body
    await service.call('publishTemplate', { path: { id }, body: { version }, idempotencyKey })
    return { status: 200, body: {} }
  },

  deleteEmailTemplate: async ({ path, idempotencyKey }, service) => {
    const { id } = await templateOf(path.TemplateName, service)
    await service.call('deleteTemplate', { path: { id }, idempotencyKey })
    return { status: 200, body: {} }
  },

  testRenderEmailTemplate: async ({ path, body }, service) => {
    const variables = jsonObject(body.TemplateData, '/body/TemplateData')
    const { id, latest_version: version } = await templateOf(path.TemplateName, service)
    const { body: rendered } = await service.call('previewTemplate', {
      path: { id },
      body: { version, variables },
    })
    const { subject, text, html } = rendered
    const parts = [`Subject: ${subject}`, text, ...(html === null ? [] : [html])]
    return { status: 200, body: { RenderedTemplate: parts.join('\r\n\r\n') } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function contentOf({ Subject, Text, Html }: ses['schemas']['TemplateContent']) {
  const at = '/body/TemplateContent'
  const variables = variablesOf(
    [Subject, Text, Html].filter((text) => text !== undefined),
    true,
  )
  return {
    variables,
    ...(Subject !== undefined && { subject: toLiquid(Subject, 'text', 'raw', `${at}/Subject`) }),
    ...(Text !== undefined && { text: toLiquid(Text, 'text', 'raw', `${at}/Text`) }),
    ...(Html !== undefined && { html: toLiquid(Html, 'html', 'raw', `${at}/Html`) }),
    // SES sends HTML as it is.
    inline_css: false,
  }
}

/** Names the refusal of an alias that another template has as SES does. */
async function orTaken<Reply>(alias: string, creating: Promise<Reply>): Promise<Reply> {
  try {
    return await creating
  } catch (error) {
    const isTaken =
      error instanceof ApiError &&
      (error.details ?? []).some(({ path, code }) => path === '/body/TemplateName' && code === 'taken')
    if (isTaken) throw new AlreadyExists(`There is a template with the name ${alias} already.`)
    throw error
  }
}
