import { ApiError, refusedValue } from '../../platform/http/errors/api-error.js'
import type { WorkspaceId } from '../../platform/db/ids.js'
import { wellFormed } from '../../../base/text/well-formed.js'
import { bestLocale, localeOf } from './locale.js'
import { translateRenderError, type RenderPlaces } from './render-errors.js'
import {
  defaultLocale,
  unsubscribeVariable,
  type ContactView,
  type Rendered,
  type Renderer,
  type Variable,
} from './rendering/compiling/source.js'

/** A version to render, saved or not. */
export interface RenderableVersion {
  readonly workspaceId: WorkspaceId
  /** Identity of the version; undefined for content that is not saved. */
  readonly key: string | undefined
  readonly variables: readonly Variable[]
  /** Tags of the languages that the version has besides the default content. */
  readonly locales: readonly string[]
  /** True if the version shows something of the contact. */
  readonly usesContact: boolean
  /** Returns the compiled content of a language; undefined if the version was deleted meanwhile. */
  readonly contentOf: (locale: string) => Promise<string | undefined>
}

/** The input of a render. */
export interface RenderInput {
  /** The requested language tag. */
  readonly locale?: string | undefined
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** The one recipient of the mail, if {@link needsContact} says that the contact matters. */
  readonly contact?: ContactView | undefined
  /** URL by which the recipient of a campaign's mail unsubscribes from the campaigns. Other mail has none. */
  readonly unsubscribeUrl?: string | undefined
  readonly fillMissing?: boolean | undefined
  readonly warn?: boolean
}

/** A rendered mail, with the language of the content that it was rendered from. */
export interface RenderedMessage extends Rendered {
  /** Language tag; null for the default content. */
  readonly locale: string | null
}

/** Most bytes of UTF-8 of all values as JSON. */
const maxValueBytes = 64_000

/** Returns whether a render depends on the contact: by its values in the content, or by its language. */
export function needsContact(
  { usesContact, locales }: Pick<RenderableVersion, 'usesContact' | 'locales'>,
  locale: string | undefined,
): boolean {
  return usesContact || (locales.length > 0 && locale === undefined)
}

/**
 * Renders a mail. Previews and sends share this function, so a preview shows the mail as it is sent.
 *
 * @param places pointers to the template and the values in the request, for the errors
 * @throws ApiError 404 `template_not_found` if the template was deleted meanwhile, 422 `validation_failed`
 *   for too many values, 422 `template_render_failed`, 503 `unavailable`
 */
export async function renderMessage(
  renderer: Pick<Renderer, 'render'>,
  version: RenderableVersion,
  input: RenderInput,
  places: RenderPlaces,
): Promise<RenderedMessage> {
  const { values = {}, contact, unsubscribeUrl, fillMissing = false, warn = false } = input
  if (Buffer.byteLength(JSON.stringify(values)) > maxValueBytes) {
    throw refusedValue(places.variables, 'too_long', 'has more than 64 kB of JSON')
  }
  const wanted = input.locale ?? (contact && localeOf(contact.properties))
  const locale = bestLocale(version.locales, wanted)
  const content = await version.contentOf(locale)
  if (content === undefined) throw new ApiError('template_not_found', 'The template was deleted meanwhile.')
  const rendered = await renderer
    .render({
      workspaceId: version.workspaceId,
      key: version.key === undefined ? undefined : `${version.key} ${locale}`,
      content,
      variables: version.variables,
      values: withDeclared(version, values, unsubscribeUrl),
      contact: version.usesContact ? contact : undefined,
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
      fillMissing,
      warn,
    })
    .catch((error: unknown) => {
      throw translateRenderError(error, places)
    })
  return { ...storable(rendered), locale: locale === defaultLocale ? null : locale }
}

/** A mail whose subject is rendered before its bodies are. */
export interface UnrenderedMail extends Pick<RenderInput, 'contact' | 'unsubscribeUrl'> {
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Renders the subjects of mails of a version as {@link renderMessage} would. A mail that cannot be rendered has its
 * subject with the missing values as their names in brackets, or null if that fails too.
 *
 * @returns the subjects of the first mails, at least one: fewer than were asked for if they take long
 * @throws ApiError 404 `template_not_found` if the template was deleted meanwhile; RenderError if the subjects need
 *   more time or memory, RendererBusyError
 */
export async function renderSubjects(
  renderer: Pick<Renderer, 'subjects'>,
  version: RenderableVersion,
  locale: string,
  mails: readonly UnrenderedMail[],
): Promise<(string | null)[]> {
  const content = await version.contentOf(locale)
  if (content === undefined) throw new ApiError('template_not_found', 'The template was deleted meanwhile.')
  const subjects = await renderer.subjects(version.workspaceId, {
    content,
    variables: version.variables,
    mails: mails.map(({ values, contact, unsubscribeUrl }) => ({
      values: JSON.stringify(withDeclared(version, values, unsubscribeUrl)),
      contact: version.usesContact ? contact : undefined,
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    })),
  })
  return subjects.map((subject) => (subject === null ? null : wellFormed(subject)))
}

/**
 * Adds the unsubscribe URL to the values of a version that declared the variable before it became the service's, so
 * that it shows the same address.
 */
function withDeclared(
  { variables }: Pick<RenderableVersion, 'variables'>,
  values: Readonly<Record<string, unknown>>,
  unsubscribeUrl: string | undefined,
): Readonly<Record<string, unknown>> {
  if (unsubscribeUrl === undefined) return values
  const isDeclared = variables.some(({ name }) => name === unsubscribeVariable)
  return isDeclared ? { ...values, [unsubscribeVariable]: unsubscribeUrl } : values
}

/**
 * Replaces characters that filters can make and that neither the database nor mail can hold: U+0000 and
 * halves of surrogate pairs.
 */
function storable({ subject, text, html, textIsMade, warnings }: Rendered): Rendered {
  return {
    subject: wellFormed(subject),
    text: wellFormed(text),
    html: html === null ? null : wellFormed(html),
    textIsMade,
    warnings,
  }
}
