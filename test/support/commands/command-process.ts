import { run, type Ended, type Env } from '../service/process.js'

/** Runs a command of the built program in a process of its own. */
export function commandProcess(env: Env, ...args: string[]): Promise<Ended> {
  return run('cli/main.js', args, env).ended
}
