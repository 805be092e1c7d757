import { inertUnsubscribeUrl } from '../../../audience/subscriptions/links/links.js'
import type { RenderedMessage } from '../../../content/render-message.js'
import { defaultLocale } from '../../../content/rendering/compiling/source.js'
import type { StoredVersion } from '../../../content/store.js'
import { toTypeId } from '../../../../platform/db/ids.js'
import { ApiError, type ErrorDetail, validationFailed } from '../../../../platform/http/errors/api-error.js'
import { bodiesWithoutLink } from '../../unsubscribe-link.js'
import type { CampaignDependencies } from '../dependencies.js'
import { renderCampaign, type ShownFor } from '../release/render.js'
import type { CampaignRow } from '../campaign-rows.js'
import type { SampledContact } from './sample.js'

/** The most mistakes that the contract shows at once. */
const shownAtMost = 20

/** The number of renders of one check that run at the same time, so that the check leaves room for sends. */
const together = 4

type Rendering = Pick<CampaignDependencies, 'renderer' | 'templates' | 'publicUrl'>

/** Mail that was rendered for some contacts of the audience. */
export interface RenderedSample {
  readonly contacts: number
  /** Number of these contacts whose mail cannot be rendered. */
  readonly failed: number
}

interface CheckedContent {
  readonly problems: readonly ApiError[]
  readonly sample: RenderedSample
}

/**
 * Checks that a campaign's mail can be rendered, in every language of the version and for each of some
 * contacts, and that every mail shows how to unsubscribe in each of its bodies.
 *
 * @throws ApiError 503 `unavailable`
 */
export async function checkContent(
  rendering: Rendering,
  row: CampaignRow,
  version: StoredVersion,
  contacts: readonly SampledContact[],
): Promise<CheckedContent> {
  const link = inertUnsubscribeUrl(rendering.publicUrl)
  const missing = new Map<string, ErrorDetail>()
  const note = (mail: RenderedMessage) => {
    for (const detail of withoutLink(mail, link)) missing.set(detail.path, detail)
  }
  for (const locale of [defaultLocale, ...version.locales]) {
    const mail = await renderOrFail(rendering, row, version, { contact: undefined, locale })
    if ('error' in mail) return { problems: [mail.error], sample: { contacts: 0, failed: 0 } }
    note(mail)
  }
  const failures: Failure[] = []
  for (let at = 0; at < contacts.length; at += together) {
    const some = contacts.slice(at, at + together)
    const mails = await Promise.all(some.map((contact) => renderOrFail(rendering, row, version, { contact })))
    mails.forEach((mail, index) => {
      const contact = some[index]
      if (!('error' in mail)) note(mail)
      else if (contact !== undefined) failures.push({ contact, error: mail.error })
    })
  }
  const problems: ApiError[] = []
  if (failures.length > 0) problems.push(renderFailed(failures))
  if (missing.size > 0) problems.push(validationFailed([...missing.values()].slice(0, shownAtMost)))
  return { problems, sample: { contacts: contacts.length, failed: failures.length } }
}

/** A contact whose mail cannot be rendered, with the error. */
interface Failure {
  readonly contact: SampledContact
  readonly error: ApiError
}

async function renderOrFail(
  rendering: Rendering,
  row: CampaignRow,
  version: StoredVersion,
  shownFor: ShownFor,
): Promise<RenderedMessage | { readonly error: ApiError }> {
  try {
    return await renderCampaign(rendering, row, version, shownFor)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'template_render_failed') return { error }
    throw error
  }
}

/** Returns the mistakes of the bodies of a mail that lack the link. */
function withoutLink(mail: RenderedMessage, link: string): ErrorDetail[] {
  const at = mail.locale === null ? '/template' : `/template/locales/${mail.locale}`
  const message = 'must show the variable unsubscribe_url'
  return bodiesWithoutLink(mail, link).map((field) => {
    return { path: `${at}/${field}`, code: 'unsubscribe_link_missing', message }
  })
}

/**
 * Returns the error of mail that cannot be rendered. It names each contact in the details, and one in the message.
 */
function renderFailed(failures: readonly Failure[]): ApiError {
  const [first] = failures
  const details = failures.flatMap(({ contact, error }) =>
    (error.details ?? []).map((detail) => ({
      ...detail,
      message: `${detail.message} (for the contact ${toTypeId('con', contact.id)})`,
    })),
  )
  const which = first === undefined ? '' : toTypeId('con', first.contact.id)
  const message = `The mail of some contacts of the audience cannot be rendered, such as ${which}. ${first?.error.message ?? ''}`
  return new ApiError('template_render_failed', message, { details: details.slice(0, shownAtMost) })
}
