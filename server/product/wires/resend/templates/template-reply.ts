import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import { shownAddress } from '../../frame/texts/addresses.js'
import type { WireService } from '../../frame/wire.js'
import { fromLiquid } from './braces.js'

type Template = components['schemas']['Template']
type Version = components['schemas']['TemplateVersion']
type ShownTemplate = operations['getTemplate']['responses'][200]['content']['application/json']

/**
 * Presents a template as Resend lists one. The time at which it was published is that of the version.
 *
 * @param known a version of the template that was read already
 */
export async function listedTemplate(
  { id, name, alias, published_version: published, created_at, updated_at }: Template,
  { call }: WireService<'retrieveTemplateVersion'>,
  known?: Version,
): Promise<resend['schemas']['ListedTemplate']> {
  const version =
    published === null || known?.version === published
      ? known
      : (await call('retrieveTemplateVersion', { path: { id, version: published } })).body
  return {
    id,
    name,
    alias,
    status: published === null ? 'draft' : 'published',
    published_at: published === null ? null : (version?.published_at ?? null),
    created_at,
    updated_at,
  }
}

/** Presents a template with its latest version. */
export async function shownTemplate(
  template: Template,
  version: Version,
  service: WireService<'retrieveTemplateVersion'>,
): Promise<ShownTemplate> {
  const { from_email: email, from_name: name, subject, html, text, reply_to: replyTo } = version
  const { created_at } = version
  return {
    object: 'template',
    ...(await listedTemplate(template, service, version)),
    current_version_id: String(version.version),
    from: email === null ? null : shownAddress({ email, name }),
    subject: subject === null ? null : fromLiquid(subject, 'text'),
    reply_to: replyTo.length === 0 ? null : replyTo.map(shownAddress),
    html: html === null ? '' : fromLiquid(html, 'html'),
    text: text === null ? null : fromLiquid(text, 'text'),
    variables: version.variables.map(({ name: key, type, default: fallback }) => ({
      key,
      // Resend has no counterpart of `any`.
      type: type === 'array' ? 'list' : type === 'any' ? 'string' : type,
      fallback_value: fallback ?? null,
      created_at,
      updated_at: created_at,
    })),
    has_unpublished_versions: template.latest_version !== template.published_version,
  }
}
