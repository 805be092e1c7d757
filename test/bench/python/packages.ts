import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  emptyEnvironment,
  install,
  download,
  type Environment,
} from '../../../scripts/test-python/environment.js'
import type { Interpreter } from '../../../scripts/test-python/interpreter.js'

/** A package in an environment of its own, with what it depends on. */
export interface Installed {
  readonly name: string
  readonly version: string
  readonly environment: Environment
  /** The bytes of its own wheel. */
  readonly wheel: number
  /** The bytes of all files that were installed, before any is compiled. */
  readonly all: number
}

/**
 * Downloads a package with what it needs, and installs it into an empty environment.
 *
 * @param name of the package
 * @param source what pip takes: the name, or the path of a wheel
 */
export async function installAlone(
  interpreter: Interpreter,
  folder: string,
  name: string,
  source = name,
): Promise<Installed> {
  const wheels = path.join(folder, `${name}-wheels`)
  await download(interpreter, wheels, source)
  const own = readdirSync(wheels).find((file) => file.startsWith(`${name}-`)) ?? ''
  const environment = await emptyEnvironment(interpreter, path.join(folder, name))
  await install(interpreter, environment, ['--no-index', '--find-links', wheels, name])
  return {
    name,
    version: own.split('-')[1] ?? '',
    environment,
    wheel: statSync(path.join(wheels, own)).size,
    all: bytesIn(environment.sitePackages),
  }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}
