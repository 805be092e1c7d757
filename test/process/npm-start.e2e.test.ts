import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isRunning } from '../support/service/ephemeral.js'
import { follow, run, serviceEnv } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

/** Starts the programs as users do: with npm, and with an unsupported Node version. */

const root = fileURLToPath(new URL('../..', import.meta.url))

test('SIGTERM to npm ends the service that npm start has started', async () => {
  const env = await serviceEnv({ POSTSEAL_ROLES: 'api' })
  // Skips `prestart`: all tests that run now share the build, so this test must not rebuild it.
  const npm = spawn('npm', ['start', '--ignore-scripts', '--no-update-notifier'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: newDataDir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const started = follow(npm)
  await until(() => started.stdout().includes('"ready"'), 'the service to be ready')
  const lock = path.join(env['POSTSEAL_DATA_DIR'] ?? '', 'postseal.lock')
  expect(existsSync(lock)).toBe(true)

  // Signals only npm, not its process group.
  npm.kill('SIGTERM')
  await until(() => !existsSync(lock), 'the lock to be released')
  expect(await accepts(Number(env['PORT']))).toBe(false)
  await started.ended
  expect(started.stdout()).toContain('"stopping"')
  expect(isRunning(started.pid)).toBe(false)
})

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

test.each(['main.js', 'bin.js', 'cli/main.js'])(
  '%s says which Node it needs, before it loads anything',
  async (file) => {
    const preload = path.join(newDataDir(), 'old-node.cjs')
    const versions = `{ value: { ...process.versions, node: '18.20.8' } }`
    // Only fakes the version, so modules still link here. A module that loads too early shows in the output.
    writeFileSync(preload, `Object.defineProperty(process, 'versions', ${versions})`)
    const ended = await run(file, ['--nonsense'], { NODE_OPTIONS: `--require=${preload}` }).ended
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(
      /^Postseal needs Node 20\.19 or a later version of Node 20, or 22\.12 or newer\. This is Node 18\.20\.8 .*\n$/,
    )
  },
)
