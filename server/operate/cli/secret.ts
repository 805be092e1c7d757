import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Knex } from 'knex'
import type { Config } from '../../platform/config/config.js'
import { ConfigError } from '../../platform/config/config-error.js'
import { secretOfRing } from '../key-ring/key-ring.js'
import { retireSecret, rotateServiceSecret, verifiesForDays } from '../key-ring/rotate.js'
import { countOlderProcesses } from '../key-ring/older-processes.js'
import { readRing, secretIds, type RingKey } from '../key-ring/key-rows.js'
import {
  hasSecret,
  loadServiceKey,
  newSecret,
  secretFile,
  serviceKeyOf,
  type ServiceKey,
} from '../../platform/auth/service-key.js'
import { recordForAll } from './record-command.js'
import { CommandError } from '../command-error.js'

export interface RotateOptions {
  readonly revoke?: boolean
}

export interface RetireOptions extends RotateOptions {
  readonly force?: boolean
}

/**
 * Rotates the secret. The previous secret is POSTSEAL_PREVIOUS_SECRET_KEY, or else the one in the data
 * folder. The next secret is POSTSEAL_SECRET_KEY, or else a new one in the data folder.
 *
 * @throws ConfigError if there is no previous secret, or if it is not the database's secret
 */
export async function rotate(db: Knex, config: Config, { revoke }: RotateOptions): Promise<string> {
  const previous = previousSecret(config)
  const file = config.secretKey === undefined ? draftSecret(config.dataDir) : undefined
  const next = serviceKeyOf(config.secretKey ?? file?.secret ?? '')
  if (next.id === previous.id)
    throw new CommandError(
      'POSTSEAL_SECRET_KEY is the old secret: create a new one with "openssl rand -base64 32".',
    )
  const outcome = await rotateServiceSecret(db, previous, next, {
    revoke: revoke === true,
    record: (trx) => recordForAll(trx, 'secret rotate'),
  })
  if (outcome === 'unknown') {
    file?.discard()
    throw new ConfigError(
      'The previous secret is not the secret of this database: set POSTSEAL_PREVIOUS_SECRET_KEY to the secret that the service runs with.',
    )
  }
  file?.keep()
  const place =
    file === undefined
      ? 'with the new POSTSEAL_SECRET_KEY'
      : `(the new secret is in ${secretFile(config.dataDir)})`
  const done =
    outcome === 'done'
      ? 'The secret has already been rotated.'
      : `The secret is rotated, and sessions have ended.${links(revoke)}`
  return `${done}\nRestart every process ${place}; until then both secrets work. Then run: postseal secret retire`
}

function links(revoke: boolean | undefined): string {
  if (revoke === true) return ' Earlier links and return paths are no longer valid.'
  const { subscription, 'return-path': returnPath } = verifiesForDays
  const paths = `return paths for ${returnPath} days`
  return ` Earlier subscription and tracked links stay valid for ${subscription} days, and ${paths}.`
}

function previousSecret(config: Config): ServiceKey {
  if (config.previousSecretKey !== undefined) return serviceKeyOf(config.previousSecretKey)
  const own = { ...config, secretKey: undefined }
  if (!hasSecret(own))
    throw new ConfigError(
      'Set POSTSEAL_PREVIOUS_SECRET_KEY to the current secret and POSTSEAL_SECRET_KEY to the new one.',
    )
  return loadServiceKey(own)
}

/**
 * Writes a new secret next to the data folder's secret. `keep` replaces the old file; `discard` deletes the new one.
 */
function draftSecret(dataDir: string) {
  const secret = newSecret()
  const draft = `${secretFile(dataDir)}.new`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  return { secret, keep: () => renameSync(draft, secretFile(dataDir)), discard: () => rmSync(draft) }
}

/**
 * Ends a rotation: only the present secret opens the database from then on.
 *
 * @throws CommandError while a process runs that started before the rotation, unless it is forced
 */
export async function retire(db: Knex, config: Config, { revoke, force }: RetireOptions): Promise<string> {
  const secret = await secretOfRing(db, config)
  if (force !== true) await refuseWithOlderProcesses(db, secret, config)
  const done = await retireSecret(db, secret, revoke === true, (trx) => recordForAll(trx, 'secret retire'))
  const lines = [
    done.secrets === 0
      ? 'Only the current secret opens this database.'
      : 'The previous secret is retired: processes can no longer start with it.',
    `Re-encrypted ${valuesIn(done.resealed)}.`,
  ]
  if (done.unreadable > 0)
    lines.push(`Left ${valuesIn(done.unreadable)} unchanged that no key of this database can decrypt.`)
  return lines.join('\n')
}

async function refuseWithOlderProcesses(db: Knex, secret: ServiceKey, config: Config): Promise<void> {
  if ((await secretIds(db)).length < 2) return
  const rotatedAt = changedAt(await readRing(db, secret))
  const running = await countOlderProcesses(db, rotatedAt, config.leases.endedSeconds * 1000)
  if (running === 0) return
  const processes = running === 1 ? '1 process is' : `${running} processes are`
  const old = running === 1 ? 'it has' : 'they have'
  throw new CommandError(
    `${processes} still running from before the rotation (${rotatedAt.toISOString()}), so ${old} the previous secret. ` +
      'Restart every process with the new secret, then run this command again. ' +
      'With --force the previous secret is retired now; a process that still has it runs on, but cannot start again.',
  )
}

/** Returns when the secret was last changed: the newest key of the ring was made then. */
function changedAt(ring: readonly RingKey[]): Date {
  const present = ring.filter(({ retired_at }) => retired_at === null)
  return new Date(Math.max(...present.map(({ created_at }) => created_at.getTime())))
}

function valuesIn(count: number): string {
  return `${count} ${count === 1 ? 'value' : 'values'}`
}

/**
 * Reports when the secret changed and whether the previous one still opens the database. Never shows a
 * secret.
 */
export async function status(
  db: Knex,
  config: Config,
  { json }: { readonly json?: boolean },
): Promise<string> {
  const secret = await secretOfRing(db, config)
  const ring = await readRing(db, secret)
  const secrets = (await secretIds(db)).length
  const state = {
    changed_at: changedAt(ring).toISOString(),
    previous_secret: secrets > 1 ? 'accepted' : 'none',
    earlier_keys: ring
      .filter(({ retired_at }) => retired_at !== null)
      .map(({ purpose, retired_at, expires_at }) => ({ purpose, retired_at, expires_at })),
  }
  if (json === true) return JSON.stringify(state, null, 2)
  return [
    `The secret was last changed at ${state.changed_at}.`,
    secrets > 1
      ? 'The previous secret still opens this database: run "postseal secret retire" once every process has the new one.'
      : 'Only the current secret opens this database.',
    ...state.earlier_keys.map(
      ({ purpose, expires_at }) =>
        `An earlier key is valid for ${purpose} until ${expires_at === null ? 'the secret is retired' : expires_at.toISOString()}.`,
    ),
  ].join('\n')
}
