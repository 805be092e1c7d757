import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { follow, type Started } from './process.js'
import { newDataDir } from '../run/scratch-folder.js'

/** The built command. */
export const bin = fileURLToPath(new URL('../../../dist/bin.js', import.meta.url))

/** A process that starts an ephemeral service, or is one. */
export interface EphemeralStart extends Started {
  /** An empty folder of its own. */
  readonly folder: string
  /** Returns the folder in which the service keeps its files, while it runs. */
  readonly serviceFolder: () => string | undefined
  /** Closes its standard input. */
  readonly closeInput: () => void
}

/** The environment of an application's tests: its own database and relay, which are no business of the service. */
const application = {
  DATABASE_URL: 'postgres://app:hunter2@db.example/app',
  POSTSEAL_TRANSPORT: 'smtp://app:hunter2@relay.example',
}

/**
 * Starts a command with folders for a home and for temporary files of its own.
 *
 * @param stdin a pipe, or nothing at all
 * @param ownSession whether it opens a session (setsid(2)), as a terminal or a CI's step does
 */
export function startCommand(
  command: string,
  args: readonly string[],
  {
    stdin,
    cwd,
    ownSession,
    variables,
  }: {
    stdin: 'pipe' | 'ignore'
    cwd?: string
    ownSession?: boolean
    variables?: Record<string, string>
  } = {
    stdin: 'ignore',
  },
): EphemeralStart {
  const folder = newDataDir()
  const temporary = path.join(folder, 'tmp')
  mkdirSync(temporary)
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: temporary, ...application, ...variables }
  const child = spawn(command, args, {
    cwd: cwd ?? folder,
    env,
    stdio: [stdin, 'pipe', 'pipe'],
    detached: ownSession ?? false,
  })
  return {
    ...follow(child),
    folder,
    serviceFolder: () => {
      const name =
        existsSync(temporary) &&
        readdirSync(temporary).find((entry) => entry.startsWith('postseal-ephemeral'))
      return name ? path.join(temporary, name) : undefined
    },
    closeInput: () => child.stdin?.end(),
  }
}

/** Returns true if there is a process of this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
