import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'

export interface ChildOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** After so many seconds the child is ended, and what it has started with it. */
  readonly timeoutSeconds: number
  /** True if everything else on the machine goes first. */
  readonly last?: boolean
}

export interface ChildResult {
  readonly ok: boolean
  /** The text that the child wrote to both of its outputs, or the reason why it did not start or was ended. */
  readonly output: string
  readonly seconds: number
}

/** Milliseconds that a child may take to end when it is told to. */
const GRACE = 5000

const running = new Set<number>()

/** Runs a program to its end, or to the end of its time, as a group of processes of its own. */
export async function runChild(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutSeconds, last = false }: ChildOptions,
): Promise<ChildResult> {
  const started = performance.now()
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const { pid } = child
  if (pid !== undefined) {
    running.add(pid)
    if (last) goLast(pid)
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  let reason = ''
  const timer = setTimeout(() => {
    reason = `\nIt was ended after ${timeoutSeconds} seconds.\n`
    signalGroup(pid, 'SIGTERM')
    setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE).unref()
  }, timeoutSeconds * 1000)
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      reason = `${error.message}\n`
      resolve(false)
    })
    // What it has left running may hold its outputs open.
    child.once('exit', (code) => {
      signalGroup(pid, 'SIGTERM')
      const late = setTimeout(() => resolve(code === 0), 1000)
      child.once('close', () => {
        clearTimeout(late)
        resolve(code === 0)
      })
    })
  })
  clearTimeout(timer)
  signalGroup(pid, 'SIGKILL')
  if (pid !== undefined) running.delete(pid)
  return { ok: ok && reason === '', output: output + reason, seconds: (performance.now() - started) / 1000 }
}

function goLast(pid: number): void {
  try {
    setPriority(pid, 19)
  } catch {
    // It has ended already, or what runs this process may not.
  }
}

/** Has this process end its children when it is told to end. */
export function endChildrenWithThisProcess(): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => process.exit(128 + number))
  }
  process.once('exit', () => {
    for (const pid of running) signalGroup(pid, 'SIGTERM')
  })
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // All of it has ended.
  }
}
