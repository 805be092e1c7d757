// Holds the Python client against its tools and tests: ruff, mypy, pyright, pytest, and the wheel as it would be
// published. Its environment is sdk-python/.venv. POSTSEAL_PYTHON names the interpreter; POSTSEAL_REQUIRE_PYTHON=1 makes
// it an error that there is none; POSTSEAL_TEST_PYTHONS='3.12 3.14' adds runs for other versions.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beginRun } from '../../test/support/run/run.js'
import { endChildrenWithThisProcess, runChild } from './child.js'
import { pythonEnvironment, testEnvironment } from './environment.js'
import { findInterpreter, VERSIONS, type Interpreter } from './interpreter.js'
import { checkSteps, testSteps, type Step } from './steps.js'

const project = path.resolve('sdk-python')
const sources = path.join(project, 'src')
const requirements = path.join(project, 'requirements-dev.txt')

async function main(): Promise<boolean> {
  const interpreter = await findInterpreter()
  if (interpreter === undefined) {
    print(`There is no Python ${VERSIONS[0]} or newer: the Python client is not tested.`)
    return process.env['POSTSEAL_REQUIRE_PYTHON'] !== '1'
  }
  // Its services end with it, even where it is killed.
  await beginRun(false)
  const scratch = mkdtempSync(path.join(tmpdir(), 'postseal-python-'))
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
  const started = performance.now()
  const environment = await testEnvironment(interpreter, path.join(project, '.venv'), requirements, sources)
  print(`Python ${interpreter.version}, its packages ${secondsSince(started)}`)
  const { writeSamples } = await import('./samples.js')
  writeSamples(path.join(project, 'tests/reference/samples'))
  await run(environment.python, path.join(project, 'tests/readme/blocks.py'))
  await run(process.execPath, path.resolve('scripts/python/examples.mjs'))
  const others = (process.env['POSTSEAL_TEST_PYTHONS'] ?? '').split(/[ ,]+/).filter(Boolean)
  // Two at a time: the tests wait for a service now and then, the checkers never.
  const lanes = await Promise.all([
    inTurn(testSteps(environment, project, scratch)),
    inTurn(checkSteps(environment, project, others)),
  ])
  let ok = lanes.every(Boolean)
  for (const version of others) ok = (await testWith(version, scratch)) && ok
  print(`${ok ? 'All is right' : 'Something is wrong'} ${secondsSince(started)}`)
  return ok
}

/** Runs a program that writes modules for the checkers. */
async function run(interpreter: string, program: string): Promise<void> {
  const { ok, output } = await runChild(interpreter, [program], {
    cwd: project,
    env: pythonEnvironment(),
    timeoutSeconds: 60,
  })
  if (!ok) throw new Error(output)
}

/** Runs the tests alone with another version of Python, where it is installed. */
async function testWith(version: string, scratch: string): Promise<boolean> {
  let interpreter: Interpreter | undefined
  try {
    interpreter = await findInterpreter(`python${version}`)
  } catch {
    print(`There is no python${version}: its tests are left out.`)
    return true
  }
  if (interpreter === undefined) return true
  const folder = path.join(project, `.venv-${version}`)
  const environment = await testEnvironment(interpreter, folder, requirements, sources)
  return inTurn(testSteps(environment, project, mkdtempSync(path.join(scratch, 'wheel-'))))
}

/** Runs every step, after a failed one as well: all mistakes are told at once. */
async function inTurn(steps: readonly Step[]): Promise<boolean> {
  let ok = true
  for (const step of steps) {
    const started = performance.now()
    const { ok: passed, output } = await step.run()
    const lines = output.trim().split('\n')
    print(
      `${passed ? 'ok    ' : 'FAILED'} ${step.name} ${secondsSince(started)}  ${passed ? lines.at(-1) : ''}`,
    )
    if (!passed) print(output.trim())
    ok &&= passed
  }
  return ok
}

function secondsSince(started: number): string {
  return `(${((performance.now() - started) / 1000).toFixed(1)} s)`
}

function print(line: string): void {
  process.stdout.write(`${line.trimEnd()}\n`)
}

endChildrenWithThisProcess()
try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
