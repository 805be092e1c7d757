import { runChild, type ChildResult } from '../test-python/child.js'

/** The steps that test a client, or the reason why it is not tested. */
export interface Language {
  /** The line that says what is left out. */
  readonly missing?: string
  readonly steps: readonly Step[]
}

export interface Step {
  readonly name: string
  readonly run: () => Promise<ChildResult>
}

/** The environment of a client's tests: without what an application says of its own service. */
function environment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('POSTSEAL_'))
  return { ...Object.fromEntries(kept), ...added }
}

/** A program that succeeds. `silent` is one that prints what is wrong and succeeds all the same. */
export function step(cwd: string, command: string, args: readonly string[], silent = false): Step {
  return {
    name: `${cwd}: ${[command, ...args].join(' ')}`,
    run: async () => {
      const result = await runChild(command, args, { cwd, env: environment(), timeoutSeconds: 300 })
      return silent && result.output.trim() !== '' ? { ...result, ok: false } : result
    },
  }
}

/** Returns the version that a program prints; undefined if the program is not installed. */
export async function versionOf(command: string, args: readonly string[]): Promise<string | undefined> {
  const result = await runChild(command, args, { cwd: '.', env: environment(), timeoutSeconds: 30 })
  return result.ok ? result.output : undefined
}
