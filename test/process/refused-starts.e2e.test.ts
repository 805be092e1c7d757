import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.js'
import { prepareDataDir } from '../../server/platform/config/data-dir.js'
import { startService } from '../../server/process/service.js'
import { explainStartFailure } from '../../server/operate/start-failure.js'
import { createMigratedDatabase } from '../support/database/database.js'
import { run, serviceEnv, type Env } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'

/**
 * Starts the program and returns its end. The reason against a start is found before the program ends with 2 and
 * prints it, so one case of each kind is a process, and the others ask the function that decides.
 */
const refusal = (env: Env) => run('main.js', [], env).ended

/** Returns the sentence of a failure of `work`, as a start would print it. */
async function sentenceOf(env: Env, work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return 'it has not failed'
  } catch (error) {
    return explainStartFailure(error, readConfig(env))?.sentence
  }
}

test('a port that is taken is said by the name of its variable', async () => {
  const taken = createServer().listen(0)
  const port = String((taken.address() as { port: number }).port)
  const sentence = (variable: string) =>
    new RegExp(
      `^Port ${port} is taken: .* Set ${variable} to another port, or stop the process that has it\\. A second service .*\\.$`,
    )
  const database = await createMigratedDatabase()
  const env = await serviceEnv({
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
  })
  const ended = await refusal({ ...env, PORT: port })
  expect(ended.code).toBe(2)
  expect(ended.stderr.trim()).toMatch(sentence('PORT'))
  for (const variable of ['PORT', 'POSTSEAL_SINK_PORT', 'POSTSEAL_INBOUND_PORT']) {
    const other = { ...env, [variable]: port }
    const start = () => startService(readConfig(other), pino({ level: 'silent' }))
    expect(await sentenceOf(other, start)).toMatch(sentence(variable))
  }
  taken.close()
  await database.drop()
})

const unusable = /^The data folder \S+ cannot be used: .*\. Set POSTSEAL_DATA_DIR to a folder that .*\.$/

test('a data folder where nothing can be made ends the start with 2 and a sentence', async () => {
  // Node's own mkdir never returns for this path.
  const dataDir = '/proc/postseal'
  const ended = await refusal({ POSTSEAL_DATA_DIR: dataDir })
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(/\n$/)
  expect(ended.stderr.trimEnd()).toMatch(unusable)
  expect(ended.stderr).toContain(dataDir)
})

test.each([
  ['a file', 'file'],
  ['below a file', 'file/data'],
])('a data folder that is %s is refused with a sentence', async (_what, folder) => {
  const within = newDataDir()
  writeFileSync(path.join(within, 'file'), '')
  const dataDir = path.join(within, folder)
  const sentence = await sentenceOf({ POSTSEAL_DATA_DIR: dataDir }, () => prepareDataDir(dataDir))
  expect(sentence).toMatch(unusable)
  expect(sentence).toContain(dataDir)
})

test('the programs know their options and no others', async () => {
  const dataDir = path.join(newDataDir(), 'data')
  // bin.js only imports main.js.
  const asked = [
    ['bin.js', '--help'],
    ['main.js', '--version'],
    ['bin.js', '--port=5000'],
    ['main.js', 'start'],
  ] as const
  const [help, version, unknown, word] = await Promise.all(
    asked.map(([file, option]) => run(file, [option], { POSTSEAL_DATA_DIR: dataDir }).ended),
  )
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--ephemeral') as string })
  expect(version).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?\n$/) as string,
  })
  expect(unknown).toMatchObject({ code: 2, stderr: "error: option '--port' goes with --ephemeral\n" })
  expect(word).toMatchObject({ code: 2, stderr: expect.stringContaining('too many arguments') as string })
  expect(existsSync(dataDir)).toBe(false)
})

test('a variable that makes no sense ends the start with 2 and a sentence that names it', async () => {
  const dataDir = path.join(newDataDir(), 'data')
  const ended = await refusal({ POSTSEAL_DATA_DIR: dataDir, POSTSEAL_ROLES: 'api,baker' })
  expect(ended.code).toBe(2)
  expect(ended.stderr.trim()).toMatch(/^POSTSEAL_ROLES takes .*\.$/)
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://localhost/postseal'],
  ['POSTSEAL_SECRET_KEY', 'too short'],
  ['POSTSEAL_ROLES', 'api,baker'],
])('%s=%s is refused with a sentence that names it', async (name, value) => {
  const dataDir = path.join(newDataDir(), 'data')
  const read = () => readConfig({ POSTSEAL_DATA_DIR: dataDir, [name]: value })
  expect(await sentenceOf({}, read)).toMatch(new RegExp(`^${name} takes .*\\.$`))
  expect(existsSync(dataDir)).toBe(false)
})
