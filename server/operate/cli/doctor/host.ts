import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../platform/config/config.js'
import { notUsable, reasons } from '../../../platform/config/data-dir.js'
import { failed, ok, skipped, warning, type Check, type Finding } from './check.js'

/** Makes the checks of the data folder, its disk, and the number of files that a process may open. */
export function hostChecks(config: Config, holder: Promise<number | undefined>): Check[] {
  return [
    { name: 'data folder', run: () => checkDataDir(config.dataDir) },
    { name: 'disk', run: () => checkDisk(config.dataDir) },
    { name: 'open files', run: async () => checkOpenFiles(config, await holder) },
  ]
}

/** Checks whether this user can write to the data folder, or make it, and others cannot read it. */
function checkDataDir(dataDir: string): Finding {
  const existing = nearestExisting(dataDir)
  try {
    const stat = statSync(existing)
    if (!stat.isDirectory()) return failed(`${existing} is not a folder`, notUsable(dataDir, 'it is a file'))
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
    if (existing !== dataDir) return ok(`${dataDir} does not exist yet, and can be created`)
    const uid = process.getuid?.()
    if (uid !== undefined && stat.uid !== uid)
      return warning(
        `${dataDir} belongs to user ${stat.uid}, and this is user ${uid}`,
        'Run the check as the user of the service, or give the folder to that user with chown.',
      )
    if ((stat.mode & 0o077) !== 0)
      return warning(
        `${dataDir} can be entered by others (mode ${(stat.mode & 0o777).toString(8)})`,
        `It contains secrets and mail: chmod 700 ${dataDir}`,
      )
    return ok(`${dataDir} can be written to`)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return failed(`${existing} cannot be written to`, notUsable(dataDir, reasons.get(code) ?? message))
  }
}

/** Returns the path, or the nearest folder above it that exists. */
function nearestExisting(file: string): string {
  return existsSync(file) || path.dirname(file) === file ? file : nearestExisting(path.dirname(file))
}

async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(nearestExisting(dataDir))
  return diskFinding(bavail * bsize, blocks * bsize)
}

const gigabyte = 1e9
const minFreeShare = 0.1

/** @param free bytes that this user can still write, of `total` bytes of the disk */
export function diskFinding(free: number, total: number): Finding {
  const share = total === 0 ? 1 : free / total
  const seen = `${(free / gigabyte).toFixed(1)} GB of the data folder's disk are free (${Math.floor(share * 100)} %)`
  if (free >= gigabyte && share >= minFreeShare) return ok(seen)
  return warning(
    seen,
    'Free some space, or move POSTSEAL_DATA_DIR to a larger disk: a full disk stores nothing.',
  )
}

/** Numbers of sockets and files beside those that the configuration implies, and of usual connections of clients. */
const [baseFiles, clientConnections] = [100, 1000]

/** Returns how many files and sockets a process with this configuration may have open in busy times. */
function filesNeeded({ roles, databaseConnections, delivery, webhooks }: Config): number {
  const inRole = { api: clientConnections, inbound: clientConnections } as Partial<Record<string, number>>
  const counted = { ...inRole, delivery: delivery.concurrency, webhooks: webhooks.concurrency }
  const ofRoles = roles.map((role) => (counted as Partial<Record<string, number>>)[role] ?? 0)
  return baseFiles + databaseConnections + ofRoles.reduce((sum, each) => sum + each, 0)
}

/**
 * @param pid the running service, if known; otherwise the limit of this process stands for its limit
 */
function checkOpenFiles(config: Config, pid: number | undefined): Finding {
  const limit = openFileLimit(pid)
  if (limit === undefined) return skipped('this system does not say how many files a process may open')
  const needed = filesNeeded(config)
  const whose = pid === undefined ? 'a process started here' : `the service (process ${pid})`
  const seen = `${whose} may open ${limit} files, and up to ${needed} are needed`
  if (limit >= needed) return ok(seen)
  return warning(
    seen,
    'Raise the limit: LimitNOFILE=65536 in a unit of systemd, ulimit -n in a shell, --ulimit nofile with Docker.',
  )
}

/** Returns the hard limit, because Node raises the soft one to it at its start. */
function openFileLimit(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid ?? 'self'}/limits`, 'utf8')
    const [, soft, hard] = /^Max open files\s+(\S+)\s+(\S+)/m.exec(text) ?? []
    const limit = pid === undefined ? hard : soft
    if (limit === undefined) return undefined
    return limit === 'unlimited' ? Infinity : Number(limit)
  } catch {
    return undefined
  }
}
