import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import { pageByOffset } from '../frame/lists/offset-pages.js'
import { fromLiquid, toLiquid, variablesOf } from '../frame/texts/placeholders.js'
import { templateOf } from '../frame/templates.js'
import type { WireOperations } from '../frame/wire.js'
import { finding, notFound } from './codes.js'

type Template = components['schemas']['Template']
type Version = components['schemas']['TemplateVersion']
type Shown = postmark['schemas']['Template']

interface Texts {
  readonly Subject?: string
  readonly HtmlBody?: string
  readonly TextBody?: string
}

/** The operations of Postmark's templates. One is in use as soon as it is saved, so each version is published. */
export const templates = {
  listTemplates: async ({ query: { count, offset } }, { call }) => {
    const { data, total } = await pageByOffset(
      { count, offset },
      async (page) => (await call('listTemplates', { query: { ...page, kind: 'message' } })).body,
    )
    return { status: 200, body: { TotalCount: total, Templates: data.map(shown) } }
  },

  createTemplate: async ({ body, idempotencyKey }, { call, projectId }) => {
    const { Name: name, Alias: alias } = body
    const template = {
      project_id: await projectId(),
      name,
      ...(alias !== undefined && { alias }),
      ...contentOf(body),
    }
    const { body: created } = await call('createTemplate', { body: template, idempotencyKey })
    const { id, latest_version: version } = created
    const published = await call('publishTemplate', { path: { id }, body: { version }, idempotencyKey })
    return { status: 200, body: shown(published.body) }
  },

  getTemplate: async ({ path }, service) => {
    const template = await finding(notFound.template, templateOf(path.idOrAlias, service))
    const { id, latest_version: version } = template
    const { body: content } = await service.call('retrieveTemplateVersion', { path: { id, version } })
    return { status: 200, body: { ...shown(template), ...textsOf(content) } }
  },

  editTemplate: async ({ path, body, idempotencyKey }, service) => {
    const template = await finding(notFound.template, templateOf(path.idOrAlias, service))
    const { id, latest_version: latest } = template
    const { Name: name, Alias: alias, Subject, HtmlBody, TextBody } = body
    if ([Subject, HtmlBody, TextBody].some((text) => text !== undefined)) {
      const { body: old } = await service.call('retrieveTemplateVersion', { path: { id, version: latest } })
      const before = textsOf(old)
      const content = contentOf({
        ...given('Subject', Subject ?? before.Subject),
        ...given('HtmlBody', HtmlBody ?? before.HtmlBody),
        ...given('TextBody', TextBody ?? before.TextBody),
      })
      const saved = await service.call('createTemplateVersion', {
        path: { id },
        body: content,
        idempotencyKey,
      })
      const { version } = saved.body
      await service.call('publishTemplate', { path: { id }, body: { version }, idempotencyKey })
    }
    if (name !== undefined || alias !== undefined) {
      const changes = { ...(name !== undefined && { name }), ...(alias !== undefined && { alias }) }
      await service.call('updateTemplate', { path: { id }, body: changes, idempotencyKey })
    }
    return { status: 200, body: shown((await service.call('retrieveTemplate', { path: { id } })).body) }
  },

  deleteTemplate: async ({ path, idempotencyKey }, service) => {
    const { id } = await finding(notFound.template, templateOf(path.idOrAlias, service))
    await service.call('deleteTemplate', { path: { id }, idempotencyKey })
    return { status: 200, body: { ErrorCode: 0, Message: `Template ${path.idOrAlias} removed.` } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function shown({ id, name, alias, published_version: published, project_id: project }: Template): Shown {
  return {
    TemplateId: id,
    Name: name,
    Alias: alias,
    Active: published !== null,
    TemplateType: 'Standard',
    LayoutTemplate: null,
    AssociatedServerId: project,
  }
}

/** Returns the content in Liquid. Postmark escapes values of two braces in HTML, and shows nothing for a missing one. */
function contentOf({ Subject, HtmlBody, TextBody }: Texts) {
  return {
    variables: variablesOf(
      [Subject, HtmlBody, TextBody].filter((text) => text !== undefined),
      false,
    ),
    ...(Subject !== undefined && { subject: toLiquid(Subject, 'text', 'escaped', '/body/Subject') }),
    ...(HtmlBody !== undefined && { html: toLiquid(HtmlBody, 'html', 'escaped', '/body/HtmlBody') }),
    ...(TextBody !== undefined && { text: toLiquid(TextBody, 'text', 'escaped', '/body/TextBody') }),
  }
}

function textsOf({ subject, html, text }: Version) {
  return {
    Subject: subject === null ? null : fromLiquid(subject, 'text', 'escaped'),
    HtmlBody: html === null ? null : fromLiquid(html, 'html', 'escaped'),
    TextBody: text === null ? null : fromLiquid(text, 'text', 'escaped'),
  }
}

function given<Name extends keyof Texts>(name: Name, text: string | null): Pick<Texts, Name> | object {
  return text === null ? {} : { [name]: text }
}
