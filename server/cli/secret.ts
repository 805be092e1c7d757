import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Knex } from 'knex'
import type { Config } from '../config/config.js'
import { ConfigError } from '../config/config-error.js'
import { secretOfRing } from '../key-ring/key-ring.js'
import { retireSecret, rotateServiceSecret, verifiesForDays } from '../key-ring/rotate.js'
import { readRing, secretIds } from '../key-ring/rows.js'
import {
  hasSecret,
  loadServiceKey,
  newSecret,
  secretFile,
  serviceKeyOf,
  type ServiceKey,
} from '../auth/service-key.js'
import { recordForAll } from './record-command.js'
import { CommandError } from '../command-error.js'

export interface RotateOptions {
  readonly revoke?: boolean
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
      'POSTSEAL_SECRET_KEY is the old secret: make a new one with "openssl rand -base64 32".',
    )
  const outcome = await rotateServiceSecret(db, previous, next, revoke === true, (trx) =>
    recordForAll(trx, 'secret rotate'),
  )
  if (outcome === 'unknown') {
    file?.discard()
    throw new ConfigError(
      'The previous secret is not the one of this database: set POSTSEAL_PREVIOUS_SECRET_KEY to the secret that the service was started with.',
    )
  }
  file?.keep()
  const place =
    file === undefined
      ? 'with the new POSTSEAL_SECRET_KEY'
      : `(the new secret is in ${secretFile(config.dataDir)})`
  const done =
    outcome === 'done'
      ? 'The secret has been rotated before.'
      : `The secret is rotated, and sessions have ended.${links(revoke)}`
  return `${done}\nStart every process again ${place}; until then both secrets are good. Then run: postseal secret retire`
}

function links(revoke: boolean | undefined): string {
  if (revoke === true) return ' Links and return paths from before are no longer good.'
  const { subscription, 'return-path': returnPath } = verifiesForDays
  return ` Subscription links from before are good for ${subscription} days, and return paths for ${returnPath}.`
}

function previousSecret(config: Config): ServiceKey {
  if (config.previousSecretKey !== undefined) return serviceKeyOf(config.previousSecretKey)
  const own = { ...config, secretKey: undefined }
  if (!hasSecret(own))
    throw new ConfigError(
      'Set POSTSEAL_PREVIOUS_SECRET_KEY to the present secret and POSTSEAL_SECRET_KEY to the one that is to follow it.',
    )
  return loadServiceKey(own)
}

/**
 * Writes a new secret next to the data folder's secret. `keep` replaces the old file; `discard` deletes the
 * new.
 */
function draftSecret(dataDir: string) {
  const secret = newSecret()
  const draft = `${secretFile(dataDir)}.new`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  return { secret, keep: () => renameSync(draft, secretFile(dataDir)), discard: () => rmSync(draft) }
}

/** Ends a rotation: only the present secret opens the database from then on. */
export async function retire(db: Knex, config: Config, { revoke }: RotateOptions): Promise<string> {
  const done = await retireSecret(db, await secretOfRing(db, config), revoke === true, (trx) =>
    recordForAll(trx, 'secret retire'),
  )
  const lines = [
    done.secrets === 0
      ? 'No secret but the present one opens this database.'
      : 'The previous secret is retired: no process starts with it any more.',
    `${done.resealed} values were sealed anew.`,
  ]
  if (done.unreadable > 0)
    lines.push(`${done.unreadable} values could not be opened, as before, and were left as they are.`)
  return lines.join('\n')
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
  const present = ring.filter(({ retired_at }) => retired_at === null)
  const changed = new Date(Math.max(...present.map(({ created_at }) => created_at.getTime())))
  const state = {
    changed_at: changed.toISOString(),
    previous_secret: secrets > 1 ? 'accepted' : 'none',
    earlier_keys: ring
      .filter(({ retired_at }) => retired_at !== null)
      .map(({ purpose, retired_at, expires_at }) => ({ purpose, retired_at, expires_at })),
  }
  if (json === true) return JSON.stringify(state, null, 2)
  return [
    `The keys are of ${state.changed_at}.`,
    secrets > 1
      ? 'The previous secret still opens this database: run "postseal secret retire" once no process has it any more.'
      : 'No secret but the present one opens this database.',
    ...state.earlier_keys.map(
      ({ purpose, expires_at }) =>
        `an earlier key still counts for ${purpose}${expires_at === null ? ' until the secret is retired' : ` until ${expires_at.toISOString()}`}`,
    ),
  ].join('\n')
}
