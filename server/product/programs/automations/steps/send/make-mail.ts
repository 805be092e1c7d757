import { inertUnsubscribeUrl } from '../../../../audience/subscriptions/links/links.js'
import { contentSha256 } from '../../../../content/content-hash.js'
import { renderMessage } from '../../../../content/render-message.js'
import type { RenderInput } from '../../../../content/render-stored.js'
import type { ContactView } from '../../../../content/rendering/compiling/source.js'
import { renderable } from '../../../../content/store.js'
import { bodiesWithoutLink } from '../../../unsubscribe-link.js'
import { valuesFor } from '../../../values.js'
import type { StepFails } from '../step.js'
import type { RenderDependencies } from './dependencies.js'
import { failureOf, fails } from './failures.js'
import type { MailSource, Send } from './source.js'

/** A mail that was rendered once, so that nothing but its delivery can fail. */
export interface MadeMail {
  readonly kind: 'mail'
  readonly source: MailSource
  readonly subject: string
  /** Language tag of the content; null for the default content. */
  readonly locale: string | null
  /** SHA-256 of the content, which is the same when the content is read. */
  readonly contentSha256: string
  /** Input from which the mail is rendered again when it is delivered or read. */
  readonly input: RenderInput
}

/**
 * Places to name in errors. The mail stands for a template and values, so there is no request that could have errors.
 */
const places = { template: '/template', variables: '/variables' }

/**
 * Renders the mail of a step for a contact, with a link to unsubscribe that does nothing, and checks it.
 *
 * @throws errors other than mistakes in the template or in its values
 */
export async function makeMail(
  { renderer, templates, publicUrl }: Pick<RenderDependencies, 'renderer' | 'templates' | 'publicUrl'>,
  source: MailSource,
  send: Send,
  {
    contact: { email, name, properties },
    data,
  }: {
    readonly contact: ContactView
    /** The data of the run. */
    readonly data: Readonly<Record<string, unknown>>
  },
): Promise<MadeMail | StepFails> {
  const { version } = source
  const { values, missing } = valuesFor(version.variables, [send.variables ?? {}, data, properties])
  if (missing.length > 0) {
    return fails('missing_variable', `The mail has no value for ${missing.join(', ')}.`)
  }
  const contact = { email, name, properties }
  const link = send.transactional === true ? undefined : inertUnsubscribeUrl(publicUrl)
  try {
    const input = { values, contact, ...(link !== undefined && { unsubscribeUrl: link }) }
    const mail = await renderMessage(renderer, renderable(templates, version), input, places)
    const { subject, html, text, locale } = mail
    const lacking = link === undefined ? [] : bodiesWithoutLink(mail, link)
    if (lacking.length > 0) return withoutLink(lacking)
    return {
      kind: 'mail',
      source,
      subject,
      locale,
      contentSha256: contentSha256(subject, text, html),
      input: { values, contact: version.uses_contact ? contact : null },
    }
  } catch (error) {
    return failureOf(error)
  }
}

function withoutLink(bodies: readonly ('html' | 'text')[]): StepFails {
  const words = { html: 'HTML', text: 'text' }
  const lacking = bodies.map((body) => words[body]).join(' and its ')
  return fails(
    'unsubscribe_link_missing',
    `The mail does not show the variable unsubscribe_url in its ${lacking}.`,
  )
}
