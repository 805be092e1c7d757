import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { files } from '../../../scripts/contract/files.js'
import { operations, resolve } from '../../support/api/contract.js'
import { startTestService } from '../../support/service/service.js'
import { firstTenant } from '../../support/workspace/tenant.js'

/** A client that openapi-generator makes for Java, with nothing chosen but its HTTP library. */

const execute = promisify(execFile)

const hasJava = ['javac', 'mvn'].every((command) => spawnSync(command, ['--version']).status === 0)
if (!hasJava)
  process.stderr.write('The client for Java is left out of the tests: there is no JDK with Maven.\n')

test.skipIf(!hasJava)('compiles, sends, lists and tells an error', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-java-'))
  const service = await startTestService()
  try {
    const generator = path.resolve('node_modules/.bin/openapi-generator-cli')
    const made = ['generate', '-g', 'java', '-i', files.contract, '-o', folder]
    await execute(generator, [...made, '--additional-properties=library=native'], { maxBuffer: 2 ** 26 })
    writeFileSync(
      path.join(folder, 'src/main/java/Main.java'),
      mainOf('test/contract-tools/generators/java/Main.java'),
    )
    const compile = ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt']
    // Its output says what does not compile.
    await execute('mvn', compile, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(stdout)
      },
    )
    const classpath = ['target/classes', readFileSync(path.join(folder, 'classpath.txt'), 'utf8')]
    const tenant = firstTenant(service)
    const project = tenant.testProject
    const credentials = [await tenant.key({ project }), await tenant.session('owner')]
    const args = ['-cp', classpath.join(path.delimiter), 'Main', service.url, project, ...credentials]
    const { stdout } = await execute('java', args, { cwd: folder })
    expect(stdout.trim().split('\n')).toEqual([
      'sent queued',
      'batch 1',
      'logs ada@example.com',
      'error 422 true',
      'webhook [message.bounced]',
      'segment [pro, team]',
    ])
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The program, with the filters of a list by their places: the generated methods name none. */
function mainOf(file: string): string {
  const { parameters = [] } = operations.find(({ id }) => id === 'listMessageLogs') ?? {}
  const names = parameters.map((parameter) => (resolve(parameter as object) as { name: string }).name)
  const given = names.map((name) => (name === 'message_id' ? 'accepted.getId()' : 'null'))
  return readFileSync(file, 'utf8').replace('/* listMessageLogs with message_id */', given.join(', '))
}
