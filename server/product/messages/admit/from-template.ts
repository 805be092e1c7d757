import type { FindContact } from '../../audience/contacts/find-by-address.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { needsContact, renderMessage, type RenderableVersion } from '../../content/render-message.js'
import type { ContactView, Renderer } from '../../content/rendering/compiling/source.js'
import { renderable, type StoredVersion, type TemplateStore } from '../../content/store.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { foldAddress, normalizeAddress } from '../../../../base/addresses/address.js'
import type { Project } from '../../workspace/projects/projects.js'
import type { CompleteSend } from './new-message.js'
import type { TemplatedSend } from './send.js'

/** Services that sends with a template depend on. */
export interface Templating {
  readonly templates: TemplateStore
  readonly renderer: Pick<Renderer, 'render' | 'textOf'>
  readonly findContact: FindContact
}

/** A send with a template whose version and sender are known. */
export interface ResolvedSend {
  readonly send: TemplatedSend
  readonly version: StoredVersion
  readonly fromEmail: string
}

/**
 * Finds the version that a send is rendered from, and the sender: the send's own or else the version's.
 *
 * @throws ApiError 404 `template_not_found`, 422 `template_not_published`, 422 `validation_failed` if neither
 *   has a sender
 */
export async function resolveTemplate(
  templates: TemplateStore,
  workspaceId: WorkspaceId,
  project: Project,
  {
    send,
    at,
  }: {
    readonly send: TemplatedSend
    /** JSON Pointer to the send in the request. */
    readonly at: string
  },
): Promise<ResolvedSend> {
  const { template_id: id, alias, version: number } = send.template
  const templateId = id ?? (await templates.idOf(workspaceId, project, alias ?? ''))
  const version = await templates.forMessage(workspaceId, project, templateId, number)
  const fromEmail = send.from_email ?? version.from_email
  if (fromEmail === null) {
    throw refusedValue(`${at}/from_email`, 'required', 'is required, since the template has no sender')
  }
  return { send, version, fromEmail }
}

/**
 * Renders a send.
 *
 * @param templateAt JSON pointer to the reference to the template in the request
 * @throws ApiError 422 `template_render_failed`, 422 `validation_failed`, 404 `template_not_found`, 503
 *   `unavailable`
 */
export async function renderSend(
  { templates, renderer, findContact }: Templating,
  project: Project,
  { send, version, fromEmail }: ResolvedSend,
  templateAt: string,
): Promise<CompleteSend> {
  const { template, ...rest } = send
  const { from_name: fromName, reply_to: replyTo } = version
  const mail = renderable(templates, version)
  const contact = await contactOf(findContact, mail, project, send)
  const input = { locale: template.locale, values: template.variables, contact }
  const places = { template: templateAt, variables: `${templateAt}/variables` }
  const { subject, text, html, locale } = await renderMessage(renderer, mail, input, places)
  return {
    ...(fromName !== null && { from_name: fromName }),
    ...(replyTo.length > 0 && { reply_to: [...replyTo] }),
    ...rest,
    from_email: fromEmail,
    subject: send.subject ?? subject,
    text,
    ...(html !== null && { html }),
    origin: { templateId: version.templateId, version: version.version, locale },
  }
}

/**
 * Returns the only recipient of a message if the render depends on it: the project's contact with the address or, if
 * there is none, the recipient as the send describes it.
 */
async function contactOf(
  findContact: FindContact,
  version: RenderableVersion,
  project: Project,
  { to, cc = [], bcc = [], template }: TemplatedSend,
): Promise<ContactView | undefined> {
  const [recipient, ...others] = [...to, ...cc, ...bcc]
  if (recipient === undefined || others.length > 0) return undefined
  if (!needsContact(version, template.locale)) return undefined
  const { email, name } = recipient
  const known = await findContact(version.workspaceId, project.id, foldAddress(email))
  return known ?? { email: normalizeAddress(email), name: cleanName(name), properties: {} }
}
