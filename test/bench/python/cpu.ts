import { fileURLToPath } from 'node:url'
import { runChild } from '../../../scripts/test-python/child.js'
import { pythonEnvironment } from '../../../scripts/test-python/environment.js'
import type { Interpreter } from '../../../scripts/test-python/interpreter.js'

/** A program in one line, and the Python of the environment in which it runs. */
export interface Program {
  readonly python: string
  readonly source: string
}

/**
 * Measures the CPU time of programs beyond that of an interpreter which does nothing.
 *
 * @returns the medians in milliseconds, in the order of the programs
 */
export async function cpuTimes(
  { command }: Interpreter,
  programs: readonly Program[],
  rounds: number,
): Promise<readonly number[]> {
  // -I: nothing of the reader's own is imported, such as what a user has installed.
  const given = programs.flatMap(({ python, source }) => [
    [python, '-I', '-c', 'pass'],
    [python, '-I', '-c', source],
  ])
  const args = [fileURLToPath(new URL('cpu.py', import.meta.url)), JSON.stringify(given), String(rounds)]
  const env = pythonEnvironment()
  const { ok, output } = await runChild(command, args, { cwd: '/', env, timeoutSeconds: 900 })
  if (!ok) throw new Error(output)
  const medians = JSON.parse(output) as number[]
  return programs.map((_, index) => (medians[2 * index + 1] ?? NaN) - (medians[2 * index] ?? NaN))
}
