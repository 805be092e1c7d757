import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { installPackedServer, type PackedServer } from '../support/service/packed-server.js'
import { follow, readCredentials, serviceEnv } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

/** The package as it is installed on a host, and not the clone that it was made in. */

let packed: PackedServer
beforeAll(async () => {
  packed = await installPackedServer()
})

test('no program of the package loads what is not in it', () => {
  const home = path.join(packed.folder, 'node_modules/postseal-server')
  const programs = packed.files.filter((file) => /^dist\/.*\.js$/.test(file))
  const missing = programs.flatMap((file) => {
    const source = readFileSync(path.join(home, file), 'utf8')
    const loaded = [...source.matchAll(/\b(?:from|import)\s*\(?"(\.{1,2}\/[^"]+\.js)"/g)]
    return loaded
      .map(([, to = '']) => path.posix.join(path.posix.dirname(file), to))
      .filter((to) => !packed.files.includes(to))
  })
  expect(programs.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})

test('the installed command starts the service, and SIGTERM ends it', async () => {
  const env = await serviceEnv({ POSTSEAL_ROLES: 'api' })
  const command = path.join(packed.folder, 'node_modules/.bin/postseal-server')
  const started = follow(
    spawn(command, {
      cwd: newDataDir(),
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  const ready = until(() => started.stdout().includes('"ready"'), 'the service to be ready')
  const ended = started.ended.then(({ stdout, stderr }) =>
    Promise.reject(new Error(`ended: ${stdout}${stderr}`)),
  )
  await Promise.race([ready, ended])
  expect(readCredentials(env['POSTSEAL_DATA_DIR'] ?? '').base_url).toBe(`http://localhost:${env['PORT']}`)
  ended.catch(() => undefined)
  expect(await started.kill('SIGTERM')).toMatchObject({ code: 0 })
})
