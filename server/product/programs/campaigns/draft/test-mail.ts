import type { Knex } from 'knex'
import type { components } from '../../../../../generated/api-types.js'
import { isAtLeast, keyIdOf, type Principal } from '../../../../platform/auth/principal.js'
import { toTypeId, type WorkspaceId } from '../../../../platform/db/ids.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { ApiError, refusedValue } from '../../../../platform/http/errors/api-error.js'
import type { Counter } from '../../../../platform/http/rate-limit/counter.js'
import { testMailQuota } from '../../../../platform/http/rate-limit/rate-limits.js'
import { foldAddress } from '../../../../../base/addresses/address.js'
import { acceptWithin, withoutSuppressed } from '../../../messages/accept/accept.js'
import { presentAccepted } from '../../../messages/accept/present.js'
import { newMessage, type NewMessage } from '../../../messages/admit/new-message.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { refuseArchived } from '../../../workspace/projects/archived-projects.js'
import { isHalted, sendingHalted } from '../../../workspace/halting/halting.js'
import { findProject } from '../../../workspace/projects/projects.js'
import { usersOf } from '../../../workspace/users/user-rows.js'
import { refuseOtherDomains } from '../../../domains/sender-rules.js'
import { admitAsked } from '../access.js'
import type { CampaignDependencies } from '../dependencies.js'
import { renderCampaign, senderOf, versionOf } from '../release/render.js'
import type { CampaignRow } from '../campaign-rows.js'
import { rulesOf } from '../rules.js'
import { shownContact } from './preview.js'

type Schemas = components['schemas']

/**
 * Makes a campaign's test mails, one for each address. They are separate mails that the campaign does not count.
 *
 * @throws ApiError 403 `insufficient_scope` for live mail of a member to anybody but users, and as `admitAsked` does;
 *   403 `sender_not_allowed`; 409 `invalid_state`; 422
 *   `validation_failed`, `template_not_published`, `template_render_failed`, `sender_domain_not_verified`,
 *   `segment_too_costly`; 423 `sending_halted`; 429 `rate_limited`; 503 `unavailable`
 */
export async function makeTestMails(
  dependencies: CampaignDependencies,
  db: Knex,
  row: CampaignRow,
  {
    principal,
    request: { to, contact_id: contactId },
  }: { readonly principal: Principal; readonly request: Schemas['TestCampaignRequest'] },
): Promise<NewMessage[]> {
  const { workspace_id: workspaceId, project_id: projectId, environment } = row
  const shown = admitAsked(principal, contactId)
  refuseRepeated(to)
  if (environment === 'live') await refuseStrangers(db, principal, to)
  const project = await findProject(db, workspaceId, projectId)
  if (project === undefined) throw new Error('a campaign names a project that does not exist')
  refuseArchived(project)
  if (await isHalted(db, workspaceId)) throw sendingHalted()
  const version = await versionOf(dependencies, row)
  const { from_email: fromEmail, from_name: fromName, reply_to: replyTo } = senderOf(row, version)
  if (fromEmail === null) {
    throw refusedValue('/from_email', 'required', 'is required, since the template has no sender')
  }
  refuseOtherDomains(principal, fromEmail)
  await dependencies.senderRules.admitSender(workspaceId, environment, fromEmail)
  const retainedSince = await dependencies.retention(workspaceId)
  const contact = await shownContact(db, row, { rules: await rulesOf(db, row), retainedSince, ...shown })
  const { subject, text, html, locale } = await renderCampaign(dependencies, row, version, { contact })
  const suppressions = await dependencies.findSuppressions(workspaceId, projectId, to.map(foldAddress))
  await count(dependencies.testMails, workspaceId, to.length)
  const apiKeyId = keyIdOf(principal)
  return to.map((email) => {
    const send = {
      project_id: toTypeId('prj', projectId),
      from_email: fromEmail,
      ...(fromName !== null && { from_name: fromName }),
      ...(replyTo.length > 0 && { reply_to: [...replyTo] }),
      ...(row.category !== null && { category: row.category }),
      to: [{ email }],
      subject,
      text,
      ...(html !== null && { html }),
      origin: { templateId: version.templateId, version: version.version, locale },
    }
    return withoutSuppressed(newMessage(project, send, '/body', { apiKeyId }), suppressions)
  })
}

/**
 * Accepts test mails.
 *
 * @throws ApiError 423 `sending_halted`
 */
export async function sendTestMails(
  tx: Transaction,
  workspaceId: WorkspaceId,
  messages: readonly NewMessage[],
  wakes: Wakes,
): Promise<Schemas['CampaignTest']> {
  for (const message of messages) await acceptWithin(tx, workspaceId, message, wakes)
  return { messages: messages.map(presentAccepted) }
}

function refuseRepeated(to: readonly string[]): void {
  const seen = new Set<string>()
  to.forEach((email, index) => {
    const address = foldAddress(email)
    if (seen.has(address)) throw refusedValue(`/body/to/${index}`, 'duplicate', 'must not repeat an address')
    seen.add(address)
  })
}

/**
 * Keeps members from sending live mail to people outside, which only admins may release. A key that sends may.
 *
 * @throws ApiError 403 `insufficient_scope`
 */
async function refuseStrangers(db: Knex, principal: Principal, to: readonly string[]): Promise<void> {
  if (principal.kind !== 'workspaceSession' || isAtLeast(principal.role, 'admin')) return
  const { workspaceId, role } = principal
  const users = new Set((await usersOf(db, workspaceId)).map(({ email }) => email))
  const stranger = to.find((email) => !users.has(foldAddress(email)))
  if (stranger === undefined) return
  const message = `${stranger} is not the address of a user of this workspace. Test mail of a live project to anybody else needs the role admin; yours is ${role}.`
  throw new ApiError('insufficient_scope', message)
}

/**
 * Counts test mails.
 *
 * @throws ApiError 429 `rate_limited` if they do not fit in the hour; none is counted then
 */
async function count(testMails: Counter, workspaceId: WorkspaceId, mails: number): Promise<void> {
  const { fits, left, resetMs } = await testMails.take(workspaceId, mails)
  if (fits) return
  const wait = Math.max(1, Math.ceil(resetMs / 1000))
  const message = `This workspace has ${left} of its ${testMailQuota.max} test mails of this hour left, which is too few.`
  throw new ApiError('rate_limited', message, { retryAfter: wait })
}
