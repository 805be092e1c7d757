import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { CommandFailure } from '../../mistakes.js'
import type { Job, Outcome } from './programs.js'

/** The settings that the programs of a run share. */
export interface Compiling {
  /** The variables of the environment that the programs get. */
  readonly env: Readonly<Record<string, string>>
  /** The max time of a program, in seconds. */
  readonly limitSeconds: number
  /** Aborts the programs that compile templates. */
  readonly signal: AbortSignal
}

/** The max length of a program's output in a message: enough to tell why it has failed. */
const maxNoise = 2000

/**
 * Runs a program that compiles, in a process of its own: it runs code of the user's.
 *
 * @throws CommandFailure if it does not end in time, or by itself
 */
export async function runProgram(source: string, job: Job, compiling: Compiling): Promise<Outcome> {
  const { env, limitSeconds, signal } = compiling
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    // With a group of its own, so that what it has started ends with it.
    detached: process.platform !== 'win32',
  })
  let noise = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (noise = (noise + text).slice(-maxNoise)))
  const end = () => {
    try {
      if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitSeconds * 1000)
  signal.addEventListener('abort', end)
  try {
    // A program that ends before it has read its input is reported by its exit.
    child.stdin.on('error', () => undefined).end(JSON.stringify(job))
    const [code] = (await once(child, 'exit')) as [number | null]
    if (signal.aborted) throw new CommandFailure('Stopped.')
    if (isLate) throw new CommandFailure(`took longer than ${limitSeconds} s`)
    if (code !== 0) throw new CommandFailure(`could not be compiled: ${noise.trim() || `exit code ${code}`}`)
    return JSON.parse(await readFile(job.outcome, 'utf8')) as Outcome
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
}
