import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyEnvironment, install } from '../test-python/environment.js'
import { findInterpreter, VERSIONS } from '../test-python/interpreter.js'
import { buildWheel, wheelFindings } from '../test-python/wheel.js'

const project = path.resolve('sdk-python')

/**
 * Builds the wheel of the Python client into a folder, by the hatchling that requirements-dev.txt names.
 *
 * @returns what is left out, and why; undefined where nothing is
 */
export async function wheelInto(folder: string): Promise<string | undefined> {
  const interpreter = await findInterpreter()
  if (interpreter === undefined) return `the wheel: there is no Python ${VERSIONS[0]} or newer`
  const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-wheel-'))
  try {
    const environment = await emptyEnvironment(interpreter, path.join(scratch, 'environment'))
    const versions = path.join(project, 'requirements-dev.txt')
    await install(interpreter, environment, ['--only-binary', ':all:', '-c', versions, 'hatchling'])
    const built = path.join(scratch, 'built')
    const wheel = await buildWheel(environment, project, built)
    const findings = await wheelFindings(environment, wheel, path.join(project, 'src/postseal'))
    if (findings.length > 0) throw new Error(findings.join('\n'))
    copyFileSync(wheel, path.join(folder, path.basename(wheel)))
    return undefined
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
