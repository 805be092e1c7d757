import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { CommandFailure } from '../../mistakes.js'
import type { Job, Outcome } from './programs.js'

/** The settings shared by all programs of a run. */
export interface Compiling {
  /** The environment variables for the programs. */
  readonly env: Readonly<Record<string, string>>
  /** The time limit for a program, in seconds. */
  readonly limitSeconds: number
  /** Aborts the programs that compile templates. */
  readonly signal: AbortSignal
}

/** The maximum length of a program's output in a message, which is enough to show why it failed. */
const maxNoise = 2000

/**
 * Runs a compiler program in a separate process, because it runs the user's code.
 *
 * @throws CommandFailure if the program does not end in time or is killed
 */
export async function runProgram(source: string, job: Job, compiling: Compiling): Promise<Outcome> {
  const { env, limitSeconds, signal } = compiling
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
    // The program gets its own process group, so that its child processes end with it.
    detached: process.platform !== 'win32',
  })
  let noise = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (noise = (noise + text).slice(-maxNoise)))
  const end = () => {
    try {
      if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // The program has already ended.
    }
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, limitSeconds * 1000)
  signal.addEventListener('abort', end)
  try {
    // The exit code reports a program that ends before it has read its input.
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
