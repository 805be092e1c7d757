import { fromTypeId, toTypeId } from '../../../../../platform/db/ids.js'
import { ApiError } from '../../../../../platform/http/errors/api-error.js'
import { renderSend, type ShownContact } from './render-send.js'
import type { Send } from './source.js'
import { asDone, failed, type SimulatedResult } from '../../simulate/result.js'
import type { Simulation } from '../../simulate/simulation.js'
import { inJson } from '../../definitions/field-mistakes.js'
import type { ErrorDetail } from '../../../../../platform/http/errors/api-error.js'

/**
 * Renders the mail of a step as it would be sent, or reports why it would not be.
 *
 * @throws ApiError 503 `unavailable`
 */
export async function simulateSend(simulation: Simulation, send: Send): Promise<SimulatedResult> {
  const { dependencies, contact, input, workspaceId } = simulation
  const { automation, version, data } = input
  const place = { workspaceId, projectId: automation.project_id, environment: automation.environment }
  const shown = await renderSend(dependencies, place, send, {
    version,
    contact: shownContact(simulation),
    data,
  })
  switch (shown.kind) {
    case 'done':
      return asDone(shown)
    case 'fails':
      if (shown.mayRetry) throw new ApiError('unavailable', shown.message, { retryAfter: 1 })
      return failed(shown)
    case 'mail': {
      const mail = {
        template_id: toTypeId('tpl', shown.templateId),
        version: shown.version,
        subject: shown.subject,
        content_sha256: shown.contentSha256,
      }
      return { shown: { outcome: 'done', detail: `Sends the mail to ${contact.row.email}.`, mail } }
    }
  }
}

function shownContact({ contact, input }: Simulation): ShownContact {
  const { row, isReal, subscriptions } = contact
  const { list_id: listId } = input.version.definition.sender
  const { id, email, name, properties } = row
  const isOptedOut = row.unsubscribed_at !== null
  const shown = { email, name, properties, isOptedOut, ...(isReal && { id }) }
  const isStored = isReal && (listId === undefined || !subscriptions.has(fromTypeId('lst', listId)))
  if (isStored) return shown
  const confirmed = [...subscriptions].filter(([, { status }]) => status === 'confirmed')
  return { ...shown, confirmedLists: confirmed.map(([id]) => toTypeId('lst', id)) }
}

/** The most JSON of the values of a step that sends, in bytes. */
const maxVariableBytes = 64_000

/**
 * Returns the mistakes of a step that sends.
 *
 * @param at a JSON Pointer to the content of the step
 */
export function mistakesInSend({ variables, topic, transactional }: Send, at: string): ErrorDetail[] {
  const mistakes = inJson(variables, maxVariableBytes, `${at}/variables`)
  if (topic === undefined || transactional !== true) return mistakes
  const message = 'is not for transactional mail, which goes to the contact whatever it has chosen'
  return [...mistakes, { path: `${at}/topic`, code: 'conflict', message }]
}
