import type { Logger } from 'pino'
import type { components } from '../../../generated/api-types.js'
import type { AuditEntry } from '../../platform/audit/entry.js'
import type { LateEntries } from '../../platform/audit/late-entries.js'
import type { KeyUses } from '../../platform/auth/key-uses.js'
import type { KeyStore } from '../../platform/auth/keys.js'
import type { KeyPrincipal } from '../../platform/auth/principal.js'
import { newUuid, toTypeId } from '../../platform/db/ids.js'
import { entryOf, refusedEntry } from '../../platform/http/operation/audit-entry.js'
import { byKey, refusalOf } from '../../platform/http/access/authenticate.js'
import { ownOperation } from '../../platform/http/operation/contract.js'
import { asApiError } from '../../platform/http/errors/error-replies.js'
import { ApiError, validationFailed } from '../../platform/http/errors/api-error.js'
import { claimOf } from '../../platform/http/idempotency/claim.js'
import { chargeOf, takeOne } from '../../platform/http/rate-limit/charge.js'
import type { RateLimits } from '../../platform/http/rate-limit/rate-limits.js'
import { serveTraced } from '../../platform/tracing/tracing.js'
import { callerOf } from '../../platform/http/operation/request-context.js'
import { maxFindings } from '../../platform/http/validation/explain.js'
import type { Renderer } from '../content/rendering/compiling/source.js'
import { textOfHtml } from '../content/text-of-html.js'
import { itemValidator } from '../messages/batch/validate-item.js'
import type { Sending } from '../messages/sending.js'
import { readSubmittedMail } from './mail.js'
import { requestOf, type Envelope } from './request.js'

export interface SubmitterDependencies {
  readonly sending: Pick<Sending, 'send'>
  readonly keys: KeyStore
  readonly keyUses: Pick<KeyUses, 'note'>
  readonly limits: RateLimits
  readonly audit: Pick<LateEntries, 'add'>
  readonly renderer: Pick<Renderer, 'textOf'>
  readonly log: Logger
}

/** A client that has signed in. */
export interface SubmissionClient {
  readonly secret: string
  /** Client's network address. */
  readonly ip: string
}

/** Submits messages to the service, like `sendMessage` by HTTP: with the same checks, limits and records. */
export interface Submitter {
  /**
   * Identifies the key that a client signs in with. Whether the key may send from this address is checked here and
   * again for each message.
   *
   * @throws ApiError 401 `invalid_credentials`, `expired_credentials`; 403 `ip_not_allowed`, `insufficient_scope`
   */
  authenticate(client: SubmissionClient): Promise<KeyPrincipal>
  /**
   * Sends a message.
   *
   * @param read returns the bytes of the message, once the key may send and its sends are not used up
   * @returns the id of the message
   * @throws ApiError as `sendMessage` does, also for failures of the service; any other error that `read` throws
   */
  submit(
    client: SubmissionClient,
    envelope: Envelope,
    read: (principal: KeyPrincipal) => Promise<Buffer>,
  ): Promise<string>
}

export function submitter(dependencies: SubmitterDependencies): Submitter {
  const { keys, keyUses, limits, audit, renderer, log, sending } = dependencies
  const sendMessage = ownOperation('sendMessage')

  async function authenticate({ secret, ip }: SubmissionClient): Promise<KeyPrincipal> {
    const principal = await byKey(keys, secret)
    const refusal = refusalOf(principal, sendMessage, ip)
    if (refusal !== undefined) throw refusal
    return principal
  }

  async function send(principal: KeyPrincipal, envelope: Envelope, bytes: Buffer, entry: AuditEntry) {
    const mail = await readSubmittedMail(bytes)
    const ownProject = principal.kind === 'projectKey' ? toTypeId('prj', principal.projectId) : undefined
    const request = await requestOf(mail, envelope, ownProject, (html) =>
      textOfHtml(renderer, principal.workspaceId, html),
    )
    refuseInvalid(request.body)
    const body = { ...request.body, ...request.submitted }
    const key = request.idempotencyKey
    const claim = key === undefined ? undefined : claimOf(principal, sendMessage.id, key, { body })
    return sending.send({ principal, body, claim, entry })
  }

  async function submit(
    requestId: string,
    client: SubmissionClient,
    envelope: Envelope,
    read: (principal: KeyPrincipal) => Promise<Buffer>,
  ): Promise<string> {
    const started = performance.now()
    const origin = { requestId, ip: client.ip, userAgent: null, fromConsole: false }
    let principal: KeyPrincipal | undefined
    let isRead = false
    const note = (outcome: object) => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const caller = principal === undefined ? {} : callerOf(principal)
      log.info({ request_id: requestId, operation: sendMessage.id, ...outcome, ms, ...caller }, 'submission')
    }
    try {
      principal = await authenticate(client)
      keyUses.note(principal.keyId)
      await takeOne(limits, chargeOf(sendMessage, principal, undefined))
      const bytes = await read(principal)
      isRead = true
      const entry = entryOf(sendMessage, principal, origin, {})
      const { message, replayed } = await send(principal, envelope, bytes, entry)
      note({ status: 202, replayed })
      return message.id
    } catch (error) {
      // The client has gone away within its message, so it has not made a request.
      if (principal !== undefined && !isRead && !(error instanceof ApiError)) throw error
      const known = asApiError(error)
      note({ status: known.status, code: known.code })
      if (known.status >= 500) log.error({ request_id: requestId, err: error }, known.message)
      if (principal !== undefined && known.status !== 429) {
        audit.add(refusedEntry(entryOf(sendMessage, principal, origin, {}), known.status, known.code))
      }
      throw known
    }
  }

  return {
    authenticate,
    submit: (client, envelope, read) => {
      const requestId = toTypeId('req', newUuid())
      const attributes = () => ({ 'network.protocol.name': 'smtp', 'postseal.request_id': requestId })
      return serveTraced(undefined, 'SMTP submission', attributes, (span) =>
        submit(requestId, client, envelope, read).finally(() => span?.end()),
      )
    },
  }
}

/**
 * Validates a message against the contract, which wants a recipient in `to`: a submitted message may have only
 * others.
 *
 * @throws ApiError 422 `validation_failed`
 */
function refuseInvalid(body: components['schemas']['SendMessageRequest']): void {
  const shown = body.to.length > 0 ? body : { ...body, to: body.cc ?? body.bcc }
  const isTemplated = body.template !== undefined
  try {
    itemValidator()(isTemplated ? { template: shown } : { message: shown }, '', maxFindings)
  } catch (error) {
    if (!(error instanceof ApiError) || error.details === undefined) throw error
    const details = error.details.map(({ path, ...rest }) => ({
      ...rest,
      path: path.replace(/^\/[^/]+/, '/body'),
    }))
    throw validationFailed(details)
  }
}
