import { access, constants, stat, statfs } from 'node:fs/promises'
import type { Config } from '../../../platform/config/config.js'
import { lookAt } from '../../../platform/ledger/look.js'
import { dependentMs, failed, ok, warning, type Check, type Finding } from './check.js'

/** Makes the check that there is a ledger, on a disk of its own, without faults. */
export function ledgerCheck(config: Pick<Config, 'ledger' | 'dataDir' | 'databaseUrl'>): Check {
  return { name: 'ledger', maxMs: dependentMs, run: () => lookAtLedger(config) }
}

async function lookAtLedger({
  ledger: folder,
  dataDir,
  databaseUrl,
}: Pick<Config, 'ledger' | 'dataDir' | 'databaseUrl'>): Promise<Finding> {
  if (folder === undefined)
    return warning(
      'there is none: a restore would bring back revoked keys and removed users, and lose suppressions',
      'Set POSTSEAL_LEDGER to a folder on another disk than the database.',
    )
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, blocks } = await statfs(folder)
    if (bavail === 0 && blocks > 0)
      return failed(`${folder} cannot be written: the disk is full`, 'Free some space on it.')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(`${folder} is created at the next start`)
    return failed(
      `${folder} cannot be written (${code})`,
      'Let the user of the service write there, or set POSTSEAL_LEDGER to another folder.',
    )
  }
  const { files, lost } = await lookAt(folder)
  const faults = files.flatMap(({ problems }) => problems).filter(({ kind }) => kind !== 'torn')
  if (faults.length > 0)
    return warning(`${folder} has ${faults.length} faults`, 'Run "postseal ledger verify" to see them.')
  if (lost > 0)
    return warning(
      `${folder} says that it lost ${lost} lines`,
      'Find out why its disk failed. Make a backup now: the database has the changes of these lines.',
    )
  const [own, databases] = [await diskOf(folder), await diskOf(dataDir)]
  if (databaseUrl === undefined && own !== undefined && own === databases)
    return ok(`${folder} is in order, but on the disk of the database: losing the disk loses both`)
  return ok(`${folder} is in order`)
}

/** Returns the id of a folder's disk; undefined if there is no such folder. */
const diskOf = (folder: string) =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  )
