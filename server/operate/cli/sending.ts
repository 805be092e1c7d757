import type { Knex } from 'knex'
import { toTypeId, type WorkspaceId } from '../../platform/db/ids.js'
import { endLinks, linksEndOf } from '../../platform/db/ended-links.js'
import { haltSending, resumeSending, sendingStatus } from '../../product/workspace/halting/halting.js'
import { CommandError, WrongUsage } from '../command-error.js'
import { inTransaction } from '../../platform/db/transaction/transaction.js'
import { heldText } from '../../platform/queue/holds/words.js'
import { findWorkspace } from './find-workspace.js'
import { recordCommand, type ChangingCommand } from './record-command.js'
import { linksEndLine } from './workspaces/links.js'

export interface SendingOptions {
  readonly workspace?: string
  readonly note?: string
  readonly forAbuse?: boolean
  readonly json?: boolean
}

/**
 * Halts a workspace's sending. A running service refuses sends at once and stops its queue within a moment. For
 * abuse, the links in mail that it has sent end, too.
 */
export async function haltByOperator(db: Knex, options: SendingOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const note = options.note?.trim() || null
  if (note !== null && note.length > 500) throw new WrongUsage('--note takes up to 500 characters.')
  await refuseArchived(db, workspaceId)
  await inTransaction(db, async ({ sql }) => {
    await haltSending(sql, workspaceId, 'operator', note)
    if (options.forAbuse === true) await endLinks(sql, workspaceId, 'abuse')
    await record(sql, workspaceId, 'workspace halt')
  })
  return showSending(db, options)
}

/** Lets a workspace send again. */
export async function resumeByOperator(db: Knex, options: SendingOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  await refuseArchived(db, workspaceId)
  const recorded = (sql: Knex) => record(sql, workspaceId, 'workspace resume')
  if (!(await resumeSending(db, workspaceId, recorded))) throw new CommandError('Sending is not halted.')
  return showSending(db, options)
}

/**
 * @throws CommandError if a workspace is archived, which is more than halted
 */
async function refuseArchived(db: Knex, workspaceId: WorkspaceId): Promise<void> {
  const { reason } = await sendingStatus(db, workspaceId)
  if (reason === 'archived')
    throw new CommandError('This workspace is archived: "postseal workspace restore" lets it send again.')
}

function record(sql: Knex, workspaceId: WorkspaceId, command: ChangingCommand): Promise<void> {
  return recordCommand(sql, workspaceId, command, {
    resource: { type: 'workspace', id: toTypeId('ws', workspaceId) },
  })
}

/** Shows whether a workspace may send, and the figures that decide it. */
export async function showSending(db: Knex, options: SendingOptions): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const sending = { workspace_id: toTypeId('ws', workspaceId), ...(await sendingStatus(db, workspaceId)) }
  if (options.json === true) return JSON.stringify(sending, null, 2)
  const linksEnd = await linksEndOf(db, workspaceId)
  const { window, held } = sending
  const note = sending.note === null ? '' : ` (${sending.note})`
  const status =
    sending.status === 'active'
      ? 'active'
      : `halted at ${sending.halted_at} by ${reasons[sending.reason ?? 'operator']}${note}`
  return [
    `${sending.workspace_id} is ${status}`,
    ...(linksEnd === undefined ? [] : [linksEndLine(linksEnd)]),
    ...(held === null
      ? []
      : [
          `held since the restore at ${held.since}: ${heldText(held)}; ` +
            '"postseal queue release" sends it, "postseal queue drop --held" does not',
        ]),
    `since ${window.since}: ${window.settled} settled, ` +
      `${window.bounced} bounced (${percent(window.bounce_rate)}), ` +
      `${window.complained} complained about (${percent(window.complaint_rate)})`,
  ].join('\n')
}

const reasons = {
  operator: 'the operator',
  bounce_rate: 'its bounce rate',
  complaint_rate: 'its complaint rate',
  archived: 'the operator archived it',
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(2)} %`
}
