import { statSync } from 'node:fs'
import path from 'node:path'
import { runChild, type ChildResult } from './child.js'
import { pythonEnvironment, type Environment } from './environment.js'
import { buildWheel, wheelFindings } from './wheel.js'

/**
 * The paths with Python in them, from the package's folder. Those outside of it have their settings in .ruff.toml.
 */
const everywhere = ['.', '../examples', '../test/bench/python']

export interface Step {
  readonly name: string
  run(): Promise<Pick<ChildResult, 'ok' | 'output'>>
}

/** The wheel, and the tests: those of an installation take the wheel from POSTSEAL_TEST_WHEEL. */
export function testSteps(environment: Environment, project: string, scratch: string): readonly Step[] {
  const wheel = { path: '' }
  return [
    {
      name: 'wheel',
      run: async () => {
        try {
          wheel.path = await buildWheel(environment, project, scratch)
          const findings = await wheelFindings(environment, wheel.path, path.join(project, 'src/postseal'))
          const size = `${path.basename(wheel.path)}: ${statSync(wheel.path).size} bytes`
          return { ok: findings.length === 0, output: [...findings, size].join('\n') }
        } catch (error) {
          return { ok: false, output: String(error) }
        }
      },
    },
    {
      name: 'pytest',
      run: () =>
        runChild(environment.python, ['-m', 'pytest', '-p', 'no:cacheprovider'], {
          cwd: project,
          env: pythonEnvironment({ POSTSEAL_TEST_WHEEL: wheel.path }),
          timeoutSeconds: 900,
        }),
    },
  ]
}

/**
 * The layout and the types. The tests go before them: those wait for a service, which is not to be slow.
 *
 * @param versions of Python for which the types are checked besides the oldest, such as 3.14
 */
export function checkSteps(
  { python }: Environment,
  project: string,
  versions: readonly string[],
): readonly Step[] {
  const step = (name: string, command: string, args: readonly string[]): Step => ({
    name,
    run: () =>
      runChild(command, args, { cwd: project, env: pythonEnvironment(), timeoutSeconds: 600, last: true }),
  })
  const tool = (name: string, ...args: string[]) =>
    step([name, ...args].join(' '), python, ['-m', name, ...args])
  const pyright = (...args: string[]) =>
    step(['pyright', ...args].join(' '), process.execPath, [
      path.resolve('scripts/tools.mjs'),
      'pyright',
      // Or else it would take the settings of a folder above the repository.
      '--project',
      project,
      ...args,
    ])
  return [
    tool('ruff', 'check', ...everywhere),
    tool('ruff', 'format', '--check', ...everywhere),
    tool('mypy'),
    pyright(),
    ...versions.flatMap((version) => [
      tool('mypy', '--python-version', version),
      pyright('--pythonversion', version),
    ]),
  ]
}
