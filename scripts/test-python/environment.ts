import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runChild, type ChildOptions } from './child.js'
import type { Interpreter } from './interpreter.js'

/** A virtual environment. */
export interface Environment {
  readonly folder: string
  readonly python: string
  readonly sitePackages: string
}

const QUIET = ['--disable-pip-version-check', '--no-input', '--quiet']
const TIMES = ['--timeout', '20', '--retries', '2']

/**
 * The environment with the packages of a requirements file, and with the sources of the package. It is kept, and made
 * again where the file or the interpreter is another one.
 *
 * @throws Error with what pip said
 */
export async function testEnvironment(
  interpreter: Interpreter,
  folder: string,
  requirements: string,
  sources: string,
): Promise<Environment> {
  const stamp = path.join(folder, 'made-of.sha256')
  const wanted = createHash('sha256')
    .update(
      [interpreter.command, interpreter.version, sources, readFileSync(requirements, 'utf8')].join('\0'),
    )
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return environmentIn(folder)
  rmSync(folder, { recursive: true, force: true })
  const environment = await emptyEnvironment(interpreter, folder)
  // The file names everything: what it does not name is missing, and found by the check.
  await install(interpreter, environment, ['--no-deps', '--only-binary', ':all:', '-r', requirements])
  await pip(interpreter, environment, ['check'], 'pip finds a gap in requirements-dev.txt.')
  writeFileSync(path.join(environment.sitePackages, 'postseal-sources.pth'), `${sources}\n`)
  writeFileSync(stamp, wanted)
  return environment
}

/** Makes an environment without packages, not even pip: that of the interpreter serves it. */
export async function emptyEnvironment(interpreter: Interpreter, folder: string): Promise<Environment> {
  const own = await hasPip(interpreter)
  const args = ['-m', 'venv', ...(own ? ['--without-pip'] : []), folder]
  const { ok, output } = await runChild(interpreter.command, args, options(path.dirname(folder), 120))
  if (!ok) throw new Error(`${interpreter.command} makes no virtual environment:\n${output}`)
  return environmentIn(folder)
}

const OFFLINE = 'pip does not get the packages. Is the network there?'

/** Downloads the wheels of a package and of what it needs into a folder. */
export async function download(interpreter: Interpreter, folder: string, source: string): Promise<void> {
  const args = ['-m', 'pip', 'download', ...QUIET, ...TIMES, '--only-binary', ':all:', '-d', folder, source]
  const { ok, output } = await runChild(interpreter.command, args, options(path.dirname(folder), 300))
  if (!ok) throw new Error(`${OFFLINE}\n${errorsIn(output)}`)
}

/** Installs into an environment what pip takes as arguments. */
export async function install(
  interpreter: Interpreter,
  environment: Environment,
  args: readonly string[],
): Promise<void> {
  await pip(interpreter, environment, ['install', ...QUIET, '--no-compile', ...TIMES, ...args], OFFLINE)
}

async function pip(
  interpreter: Interpreter,
  { folder, python }: Environment,
  args: readonly string[],
  failure: string,
): Promise<void> {
  const own = await hasPip(interpreter)
  const command = own ? interpreter.command : python
  const target = own ? ['--python', python] : []
  const { ok, output } = await runChild(
    command,
    ['-m', 'pip', ...target, ...args],
    options(path.dirname(folder), 300),
  )
  if (!ok) throw new Error(`${failure}\n${errorsIn(output)}`)
}

/** Returns the last error of pip, without each attempt that it makes on the way. */
function errorsIn(output: string): string {
  const lines = output.trim().split('\n')
  return lines.filter((line) => !line.startsWith('WARNING: Retrying')).join('\n')
}

/** Returns true if the interpreter has a pip that serves other environments: 22.3 or newer. */
async function hasPip({ command }: Interpreter): Promise<boolean> {
  const { ok, output } = await runChild(command, ['-I', '-m', 'pip', '--version'], options(process.cwd(), 30))
  const [, major = 0, minor = 0] = (/^pip (\d+)\.(\d+)/.exec(output) ?? []).map(Number)
  return ok && (major > 22 || (major === 22 && minor >= 3))
}

function environmentIn(folder: string): Environment {
  const [version = ''] = readdirSync(path.join(folder, 'lib'))
  return {
    folder,
    python: path.join(folder, 'bin/python'),
    sitePackages: path.join(folder, 'lib', version, 'site-packages'),
  }
}

function options(cwd: string, timeoutSeconds: number): ChildOptions {
  return { cwd, env: pythonEnvironment(), timeoutSeconds, last: true }
}

/** The variables that Python's tools get: none of the service's or the client's, and no other folder of modules. */
export function pythonEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(POSTSEAL_|PYTHONPATH$|PYTHONHOME$|VIRTUAL_ENV$)/.test(name),
  )
  return { ...Object.fromEntries(kept), ...added }
}
