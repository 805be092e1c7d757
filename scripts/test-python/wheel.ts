import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { operationsOf, ownContract } from '../../server/platform/http/operation/contract.js'
import { runChild } from './child.js'
import { pythonEnvironment, type Environment } from './environment.js'

/** Max bytes of the wheel for each operation of the contract. Guards against what slips in. */
const MAX_OF_OPERATION = 1_300

const LIST = 'import json, sys, zipfile; print(json.dumps(zipfile.ZipFile(sys.argv[1]).namelist()))'

/**
 * Builds the wheel of the package, as it would be published.
 *
 * @param python of an environment that has hatchling
 * @returns its path
 */
export async function buildWheel({ python }: Environment, project: string, folder: string): Promise<string> {
  await output(python, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', folder], project)
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('.whl'))
  if (name === undefined || others.length > 0) throw new Error(`There is not one wheel in ${folder}.`)
  return path.join(folder, name)
}

/**
 * Finds the mistakes in a wheel: the package's own files have to be in it, and nothing else.
 *
 * @param sources the folder of the package, such as src/postseal
 */
export async function wheelFindings(
  { python }: Environment,
  wheel: string,
  sources: string,
): Promise<readonly string[]> {
  const names = JSON.parse(await output(python, ['-c', LIST, wheel], path.dirname(wheel))) as string[]
  const [, version = ''] = path.basename(wheel).split('-')
  const metadata = ['METADATA', 'WHEEL', 'RECORD', 'licenses/LICENSE']
  const expected = new Set([
    ...readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.py$|(^|\/)py\.typed$/.test(file))
      .map((file) => `postseal/${file}`),
    'postseal/py.typed',
    ...metadata.map((name) => `postseal-${version}.dist-info/${name}`),
  ])
  const size = statSync(wheel).size
  const operations = operationsOf(ownContract()).length
  const max = MAX_OF_OPERATION * operations
  return [
    ...[...expected].filter((name) => !names.includes(name)).map((name) => `It lacks ${name}.`),
    ...names
      .filter((name) => !expected.has(name) && !name.endsWith('/entry_points.txt'))
      .map((name) => `It has ${name}, which is no part of the package.`),
    ...(size > max
      ? [`It has ${size} bytes, which is more than ${MAX_OF_OPERATION} for each of ${operations} operations.`]
      : []),
  ]
}

async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  const result = await runChild(command, args, { cwd, env: pythonEnvironment(), timeoutSeconds: 120 })
  if (!result.ok) throw new Error(result.output)
  return result.output
}
