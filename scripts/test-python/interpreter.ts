import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Interpreter {
  readonly command: string
  /** Such as `3.11.7`. */
  readonly version: string
}

/** The versions that the package is for, and that have a command of their own. */
export const VERSIONS = ['3.11', '3.12', '3.13', '3.14'] as const

/**
 * Finds a Python that the package is for: `POSTSEAL_PYTHON`, otherwise `python3`, otherwise the newest that has its
 * version in its name.
 *
 * @returns undefined where there is none
 * @throws Error where POSTSEAL_PYTHON names something else
 */
export async function findInterpreter(
  named = process.env['POSTSEAL_PYTHON'],
): Promise<Interpreter | undefined> {
  if (named !== undefined && named !== '') {
    const version = await versionOf(named)
    if (version !== undefined && isSupported(version)) return { command: named, version }
    const found = version === undefined ? 'is no Python' : `is Python ${version}`
    throw new Error(`POSTSEAL_PYTHON, ${named}, ${found}. It has to be Python ${VERSIONS[0]} or newer.`)
  }
  const commands = ['python3', ...VERSIONS.map((version) => `python${version}`).reverse()]
  for (const command of commands) {
    const version = await versionOf(command)
    if (version !== undefined && isSupported(version)) return { command, version }
  }
  return undefined
}

async function versionOf(command: string): Promise<string | undefined> {
  const program = 'import platform, venv; print(platform.python_version())'
  try {
    const { stdout } = await promisify(execFile)(command, ['-I', '-c', program], { timeout: 20_000 })
    return stdout.trim()
  } catch {
    return undefined
  }
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 3 && minor >= Number(VERSIONS[0].split('.')[1])
}
