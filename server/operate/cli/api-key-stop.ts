import type { Knex } from 'knex'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { stopKey, type StoppedKey } from '../../product/messages/stop-key/stop-key.js'
import { CommandError, WrongUsage } from '../command-error.js'
import { recordCommand } from './record-command.js'

export interface KeyStopOptions {
  readonly keepMail?: boolean
  readonly json?: boolean
}

/** Milliseconds for which one run cancels mail; the audit log has an entry for each run. */
const maxMs = 600_000

/**
 * Stops a key that has leaked, of whatever workspace: revokes it and the keys that it issued, and cancels their mail.
 * Running processes accept no more mail by these keys at once, and notice everything else within 5 seconds.
 *
 * @throws CommandError if there is no such key
 */
export async function stopByOperator(db: Knex, id: string, options: KeyStopOptions): Promise<string> {
  const key = await findKey(db, id)
  const request = { ...key, keepMail: options.keepMail === true, maxMs }
  let cancelled = 0
  for (;;) {
    const stopped = await stopKey(db, request, { forget: () => undefined, wakeWebhooks: () => undefined })
    cancelled += stopped.reply.cancelled
    await recordCommand(db, key.workspaceId, 'api-key stop', {
      resource: { type: 'api_key', id },
      count: stopped.reply.cancelled,
    })
    if (stopped.isThrough) return shown({ ...stopped.reply, cancelled }, options)
  }
}

async function findKey(db: Knex, id: string): Promise<{ id: Uuid; workspaceId: WorkspaceId }> {
  const row = await db<{ id: Uuid; workspace_id: WorkspaceId }>('api_keys').where('id', keyIdOf(id)).first()
  if (row === undefined) throw new CommandError(`There is no API key ${id}.`)
  return { id: row.id, workspaceId: row.workspace_id }
}

/** @throws WrongUsage */
function keyIdOf(given: string): Uuid {
  try {
    return fromTypeId('key', given)
  } catch {
    throw new WrongUsage(`"${given}" is not the id of an API key, such as key_01kbf3x5vfe4gt7c3p8s6d1b9n.`)
  }
}

function shown(reply: StoppedKey['reply'], { keepMail, json }: KeyStopOptions): string {
  if (json === true) return JSON.stringify(reply, null, 2)
  const { api_key: key, issued_keys: issued, cancelled, in_flight: inFlight, changes } = reply
  const lines = [
    `${key.id} (${key.name}, ${key.hint}) is revoked since ${key.revoked_at}.`,
    ...issued.map(({ id, name, hint }) => `It had issued ${id} (${name}, ${hint}), which is revoked, too.`),
    keepMail === true ? 'Its waiting mail is still sent.' : `Cancelled: mail to ${counted(cancelled)}.`,
  ]
  if (inFlight > 0)
    lines.push(`Mail to ${counted(inFlight)} is being sent right now. Repeat the command in a minute.`)
  if (changes.length > 0) lines.push('What it did, for you to review:')
  for (const { operation, count, last_at: at } of changes)
    lines.push(`  ${operation}  ${count}  the last at ${at}`)
  return lines.join('\n')
}

function counted(recipients: number): string {
  return recipients === 1 ? '1 recipient' : `${recipients} recipients`
}
