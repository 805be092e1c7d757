import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { pageById } from '../../frame/lists/pages.js'
import type { WireOperations, WireReply, WireService } from '../../frame/wire.js'
import { changedContent, contentOf, sameContent, withOwnNames } from './content.js'
import { listedTemplate, shownTemplate } from './template-reply.js'
import { templateOf } from '../../frame/templates.js'

type Template = components['schemas']['Template']

/** The operations of Resend's templates. They are templates of this service whose variables are written otherwise. */
export const templates = {
  createTemplate: async ({ body: asked, idempotencyKey }, { call, projectId }) => {
    const { name, alias, ...given } = asked
    const content = contentOf(given)
    const body = {
      project_id: await projectId(),
      name,
      ...(alias !== undefined && { alias }),
      ...content,
      // Resend sends HTML as it is.
      inline_css: false,
    }
    const { body: template } = await withOwnNames(call('createTemplate', { body, idempotencyKey }))
    return reference(201, template)
  },

  listTemplates: async ({ query }, service) => {
    const list = async (page: object) =>
      (await service.call('listTemplates', { query: { ...page, kind: 'message' } })).body
    const { data, has_more } = await pageById(query, 'tpl', list)
    const listed: Awaited<ReturnType<typeof listedTemplate>>[] = []
    for (const template of data) listed.push(await listedTemplate(template, service))
    return { status: 200, body: { object: 'list', has_more, data: listed } }
  },

  getTemplate: async ({ path }, service) => {
    const template = await templateOf(path.id, service)
    const version = await latestVersion(template, service)
    return { status: 200, body: await shownTemplate(template, version, service) }
  },

  updateTemplate: async ({ path, body, idempotencyKey }, service) => {
    const template = await templateOf(path.id, service)
    const { id } = template
    const { name, alias, ...given } = body
    if (Object.keys(given).length > 0) {
      const content = changedContent(await latestVersion(template, service), given)
      const version = { path: { id }, body: content, idempotencyKey }
      await withOwnNames(service.call('createTemplateVersion', version))
    }
    if (name !== undefined || alias !== undefined) {
      const changes = { ...(name !== undefined && { name }), ...(alias !== undefined && { alias }) }
      await service.call('updateTemplate', { path: { id }, body: changes, idempotencyKey })
    }
    return reference(200, template)
  },

  deleteTemplate: async ({ path, idempotencyKey }, service) => {
    const { id } = await templateOf(path.id, service)
    await service.call('deleteTemplate', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'template', id, deleted: true } }
  },

  publishTemplate: async ({ path, idempotencyKey }, service) => {
    const template = await templateOf(path.id, service)
    const { id, latest_version: version } = template
    await service.call('publishTemplate', { path: { id }, body: { version }, idempotencyKey })
    return reference(200, template)
  },

  duplicateTemplate: async ({ path, idempotencyKey }, service) => {
    const template = await templateOf(path.id, service)
    const content = sameContent(await latestVersion(template, service))
    const { body: copy } = await service.call('createTemplate', {
      body: {
        project_id: template.project_id ?? (await service.projectId()),
        name: copiedName(template.name),
        ...content,
      },
      idempotencyKey,
    })
    return reference(200, copy)
  },
} satisfies Partial<WireOperations<operations, Calls>>

function reference<Status extends 200 | 201>(
  status: Status,
  { id }: Template,
): WireReply<Status, { object: 'template'; id: string }> {
  return { status, body: { object: 'template', id } }
}

async function latestVersion(
  { id, latest_version: version }: Template,
  { call }: WireService<'retrieveTemplateVersion'>,
): Promise<components['schemas']['TemplateVersion']> {
  return (await call('retrieveTemplateVersion', { path: { id, version } })).body
}

/** The most characters of a template's name. */
const longestName = 200

function copiedName(name: string): string {
  return [...`Copy of ${name}`].slice(0, longestName).join('')
}
