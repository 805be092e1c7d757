import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { inertUnsubscribeUrl } from '../../audience/subscriptions/links/links.js'
import { visibilityOf, type Principal, type Visibility } from '../../../platform/auth/principal.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { renderMessage, type RenderInput } from '../render-message.js'
import { defaultLocale, type ContactView, type Renderer } from '../rendering/compiling/source.js'
import { renderable, type TemplateStore } from '../store.js'
import { compileVersion, sourceOf } from '../templates/compile.js'
import { admitPlace, admitShownContact } from '../templates/access.js'
import { findTemplate } from '../templates/template-rows.js'
import { senderOf } from '../templates/save.js'
import { presentPreview } from './present.js'

type Schemas = components['schemas']

export interface PreviewDependencies {
  readonly renderer: Renderer
  readonly templates: Pick<TemplateStore, 'version' | 'contentOf'>
  /** URL by which the service is reached from outside, without a trailing slash. */
  readonly publicUrl: string
}

export function previewHandlers({ renderer, templates, publicUrl }: PreviewDependencies) {
  const unsubscribeUrl = inertUnsubscribeUrl(publicUrl)
  return {
    previewTemplate: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, path, body, db }) => {
        const { workspaceId } = principal
        const template = await findTemplate(db, visibilityOf(principal), fromTypeId('tpl', path.id))
        if (template.kind !== 'message') {
          throw new ApiError(
            'invalid_state',
            `Only a message can be previewed, and this is a ${template.kind}.`,
          )
        }
        const number = body.version ?? template.latest_version
        const version = await templates.version({ workspaceId, templateId: template.id, version: number })
        if (version === undefined) throw new ApiError('not_found', 'No such version of the template.')
        const input = await inputOf(db, principal, { projectId: template.project_id, body, unsubscribeUrl })
        const places = { template: '/body', variables: '/body/variables' }
        const mail = await renderMessage(renderer, renderable(templates, version), input, places)
        return { status: 200, body: presentPreview(number, version, mail) }
      },
    },

    previewTemplateContent: {
      waitsForOthers: true,
      outsideTransaction: async ({ principal, body, db }) => {
        const { workspaceId } = principal
        const at = '/body/content'
        const source = sourceOf('message', body.content, at)
        const projectId = (await admitPlace(db, principal, body.project_id))?.id ?? null
        const input = await inputOf(db, principal, { projectId, body, unsubscribeUrl })
        const { compiled } = await compileVersion(db, renderer, { workspaceId, projectId }, { source, at })
        const version = {
          workspaceId,
          key: undefined,
          variables: compiled.variables,
          locales: Object.keys(compiled.contents).filter((locale) => locale !== defaultLocale),
          usesContact: compiled.usesContact,
          contentOf: (locale: string) => Promise.resolve(compiled.contents[locale]),
        }
        const places = { template: at, variables: '/body/variables', content: at }
        const mail = await renderMessage(renderer, version, input, places)
        return { status: 200, body: presentPreview(null, senderOf(body.content), mail) }
      },
    },
  } satisfies Partial<Handlers>
}

/**
 * Reads the input of a preview.
 *
 * @throws ApiError 422 `validation_failed` if there is no such contact, 403 as `admitShownContact` does
 */
async function inputOf(
  db: Knex,
  principal: Principal,
  {
    projectId,
    body,
    unsubscribeUrl,
  }: {
    /** Id of the template's project; null for a template of every project, which can be shown with any contact. */
    readonly projectId: Uuid | null
    readonly body: Pick<
      Schemas['PreviewTemplateRequest'],
      'locale' | 'variables' | 'contact_id' | 'fill_missing'
    >
    /** URL shown where what is missing is not shown by its name. */
    readonly unsubscribeUrl: string
  },
): Promise<RenderInput> {
  const visible = visibilityOf(principal)
  const within = { ...visible, projectId: projectId ?? visible.projectId }
  if (body.contact_id !== undefined) admitShownContact(principal)
  const contact =
    body.contact_id === undefined
      ? undefined
      : await findContact(db, within, fromTypeId('con', body.contact_id))
  return {
    locale: body.locale,
    values: body.variables,
    contact,
    fillMissing: body.fill_missing,
    unsubscribeUrl: body.fill_missing === true ? undefined : unsubscribeUrl,
    warn: true,
  }
}

async function findContact(db: Knex, visibility: Visibility, id: Uuid): Promise<ContactView> {
  const contact = (await visibleTo(db('contacts'), visibility)
    .where({ id })
    .first('email', 'name', 'properties')) as ContactView | undefined
  if (contact === undefined) {
    const message =
      visibility.projectId === null
        ? 'must be a contact of this workspace'
        : 'must be a contact of the project'
    throw refusedValue('/body/contact_id', 'not_found', message)
  }
  return contact
}
