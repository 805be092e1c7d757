import { inertUnsubscribeUrl } from '../../../audience/subscriptions/links/links.js'
import { defaultLocale } from '../../../content/rendering/compiling/source.js'
import { renderMessage } from '../../../content/render-message.js'
import { renderable } from '../../../content/store.js'
import { ApiError, validationFailed, type ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { bodiesWithoutLink } from '../../unsubscribe-link.js'
import { valuesFor } from '../../values.js'
import type { Definition, Sender } from '../definition.js'
import type { AutomationDependencies } from '../dependencies.js'
import type { AutomationRow } from '../automation-rows.js'
import type { StepFails } from '../steps/step.js'
import { findSource, type MailSource, type Send } from '../steps/send/source.js'
import { placeSteps } from './place-steps.js'

/** The most mistakes that the contract shows at once. */
const shownAtMost = 20

/** The number of renders of one check that run at the same time, so that the check leaves room for sends. */
const together = 4

type Dependencies = Pick<AutomationDependencies, 'renderer' | 'templates' | 'senderRules' | 'publicUrl'>

/**
 * Checks that the mails of a version can be sent as things are: their templates, their senders and, unless they are
 * transactional, that each of their bodies shows how to unsubscribe. The check takes a while, so no transaction may
 * be open.
 *
 * @throws ApiError 422 `validation_failed` with JSON Pointers into the version, 422 `template_render_failed`, 503
 *   `unavailable`
 */
export async function checkSends(
  dependencies: Dependencies,
  automation: AutomationRow,
  { sender, steps }: Pick<Definition, 'sender' | 'steps'>,
): Promise<void> {
  const { workspace_id: workspaceId, project_id: projectId, environment } = automation
  const place = { workspaceId, projectId, environment }
  const mistakes = new Map<string, ErrorDetail>()
  const contents = new Map<string, ErrorDetail[]>()
  for (const { step, at } of placeSteps(steps, '/steps')) {
    const { send } = step
    if (send === undefined || mistakes.size >= shownAtMost) continue
    const source = await findSource(dependencies, place, send, sender)
    if (source.kind === 'fails') {
      const detail = mistakeOf(source, send, sender, `${at}/send`)
      mistakes.set(detail.path, detail)
      continue
    }
    if (send.transactional === true) continue
    // Many steps may send the same mail, which is then checked once.
    const same = JSON.stringify([send.template_id, source.version.version, send.variables])
    const found = contents.get(same) ?? (await withoutLink(dependencies, source, send, `${at}/send`))
    contents.set(same, found)
    for (const detail of found) mistakes.set(detail.path, detail)
  }
  if (mistakes.size > 0) throw validationFailed([...mistakes.values()].slice(0, shownAtMost))
}

/**
 * Returns the reason why a step would fail, as a mistake of the version.
 *
 * @throws ApiError 503 `unavailable`
 */
function mistakeOf({ code, message }: StepFails, send: Send, sender: Sender, at: string): ErrorDetail {
  switch (code) {
    case 'template_not_found':
      return {
        path: `${at}/template_id`,
        code: 'not_found',
        message: 'must be a template for messages that the project can use, in a version that it has',
      }
    case 'template_not_published': {
      const path = `${at}/${send.version === undefined ? 'template_id' : 'version'}`
      return { path, code, message: 'must be published first' }
    }
    case 'sender_missing':
      return {
        path: '/sender/from_email',
        code: 'required',
        message: `is required, since the template at ${at} has no sender`,
      }
    case 'sender_domain_not_verified':
    case 'sender_at_mailbox_provider': {
      const path = sender.from_email === undefined ? `${at}/template_id` : '/sender/from_email'
      return { path, code, message: `has a sender that live projects cannot send from: ${message}` }
    }
    default:
      throw new ApiError('unavailable', message, { retryAfter: 1 })
  }
}

/**
 * Returns the mistakes of a step's mail whose bodies lack the link to unsubscribe, in every language of its version.
 */
async function withoutLink(
  { renderer, templates, publicUrl }: Dependencies,
  { version }: MailSource,
  send: Send,
  at: string,
): Promise<ErrorDetail[]> {
  const link = inertUnsubscribeUrl(publicUrl)
  const { values } = valuesFor(version.variables, [send.variables ?? {}])
  const places = { template: at, variables: `${at}/variables` }
  const inLocale = async (locale: string): Promise<ErrorDetail[]> => {
    const input = { locale, values, unsubscribeUrl: link, fillMissing: true }
    const mail = await renderMessage(renderer, renderable(templates, version), input, places)
    const path = mail.locale === null ? at : `${at}/locales/${mail.locale}`
    return bodiesWithoutLink(mail, link).map((field) => ({
      path: `${path}/${field}`,
      code: 'unsubscribe_link_missing',
      message: 'must show the variable unsubscribe_url',
    }))
  }
  const locales = [defaultLocale, ...version.locales]
  const found: ErrorDetail[] = []
  for (let from = 0; from < locales.length; from += together) {
    found.push(...(await Promise.all(locales.slice(from, from + together).map(inLocale))).flat())
  }
  return found
}
