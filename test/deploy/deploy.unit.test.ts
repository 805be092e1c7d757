import { Ajv } from 'ajv'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { knownVariables, readConfig } from '../../server/platform/config/config.js'
import { clientVariables } from '../../server/platform/config/variables/unknown-variables.js'
import { blockWith } from '../support/documentation/documents.js'

/**
 * The files of deploy/ agree with the service and with each other. systemd, hadolint, Helm and Docker Compose judge
 * their files where they are installed.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (file: string) => path.join(root, file)
const read = (file: string) => readFileSync(inRoot(file), 'utf8')
const manifest = JSON.parse(read('package.json')) as { bin: Record<string, string> }
const config = readConfig({})

const unit = read('deploy/systemd/postseal.service')
const dockerfile = read('deploy/Dockerfile')
const compose = parse(read('deploy/compose.yaml'))
const values = parse(read('deploy/helm/postseal/values.yaml'))
const schema = JSON.parse(read('deploy/helm/postseal/values.schema.json'))

const folder = mkdtempSync(path.join(tmpdir(), 'postseal-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a file for a tool and returns its path. */
function written(name: string, content: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Runs a tool without the variables of this process. */
function run(tool: string, args: readonly string[]) {
  const { PATH, HOME, DOCKER_CONFIG } = process.env
  const env = { PATH, HOME, ...(DOCKER_CONFIG !== undefined && { DOCKER_CONFIG }) }
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env, timeout: 180_000 })
  return { status, printed: `${stdout}${stderr}`, stdout }
}

/** Returns true if a tool is installed; if it is not, a line says that its test is left out. */
function has(tool: string, ...args: string[]): boolean {
  if (run(tool, args).status === 0) return true
  process.stderr.write(`${[tool, ...args].join(' ')} does not run here: its test of deploy/ is left out.\n`)
  return false
}

test('all variables in these files are known to the service', () => {
  const own = ['POSTSEAL_IMAGE', 'POSTSEAL_OWNER_PASSWORD', 'POSTSEAL_SERVICE_PASSWORD']
  const known = new Set([...knownVariables(), ...clientVariables, ...own])
  const files = ['systemd', 'helm', '.'].flatMap((part) =>
    readdirSync(inRoot(`deploy/${part}`), { recursive: part !== '.', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  )
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:POSTSEAL_[A-Z_]+|[A-Z]+_URL)\b/g)].map(([name]) => name),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the ports are those of the service', () => {
  const { port, inboundPort } = config
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port} ${inboundPort}$`, 'm'))
  expect(compose.services.postseal.ports).toEqual([`127.0.0.1:${port}:${port}`, `0.0.0.0:25:${inboundPort}`])
  expect(compose.services.postseal.environment).toMatchObject({
    PORT: `${port}`,
    POSTSEAL_INBOUND_PORT: `${inboundPort}`,
  })
})

test('they run what is in the package, with its data where the volume is', () => {
  const [, command = ''] = /^ExecStart=(\S+)$/m.exec(unit) ?? []
  expect(manifest.bin).toHaveProperty(command)
  const programs = [...dockerfile.matchAll(/\/opt\/postseal\/(\S+\.js)/g)].map(([, file]) => file)
  expect(programs).toEqual([manifest.bin['postseal'], 'dist/main.js'])
  const dataDir = '/var/lib/postseal'
  expect(unit).toContain(`POSTSEAL_DATA_DIR=${dataDir}\n`)
  expect(dockerfile).toContain(`POSTSEAL_DATA_DIR=${dataDir} `)
  expect(compose.services.postseal.volumes).toEqual([`data:${dataDir}`])
})

test('the unit and the image have glibc give memory back', () => {
  const settings = (text: string) => text.match(/\bMALLOC_[A-Z_]+=\d+/g)
  expect(settings(unit)).toEqual(['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=1048576'])
  expect(settings(dockerfile)).toEqual(settings(unit))
})

test('supervisors wait for longer than the service takes to stop', () => {
  // As long as the service waits by itself, process/run-service.ts, and then some.
  const longest = 60 + config.shutdownGraceSeconds
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds)).toBeGreaterThan(longest)
  expect(parseInt(compose.services.postseal.stop_grace_period, 10)).toBeGreaterThan(longest)
})

test('each role is in one of the processes of the chart, whose values are as their schema says', () => {
  const processes = Object.values<{ roles: string[] }>(values.processes)
  expect(processes.flatMap(({ roles }) => roles).sort()).toEqual([...config.roles].sort())
  expect(schema.definitions.process.properties.roles.items.enum.toSorted()).toEqual([...config.roles].sort())
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
  expect(validate(values), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...values, ...parse(blockWith('yaml', 'existingSecret: postseal')) })).toBe(true)
  expect(validate({ ...values, env: { POSTSEAL_ROLES: 'all' } })).toBe(false)
})

test.skipIf(!has('systemd-analyze', '--version'))('systemd finds the unit right and well confined', () => {
  // The command is not installed where the tests run.
  const file = written('postseal.service', unit.replace(/^ExecStart=.*/m, 'ExecStart=/bin/true'))
  expect(run('systemd-analyze', ['verify', file])).toMatchObject({ status: 0, printed: '' })
  const { status, printed } = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
  expect(status, printed).toBe(0)
})

describe('the command line on a host', () => {
  const secret = `wk_"live"\\ $HOME \`id\` 'x'`

  /** Runs the script with a systemd-run that prints what it was given, and ends with a code of its own. */
  function wrapped(env: Record<string, string>, ...args: string[]) {
    const bin = mkdtempSync(path.join(folder, 'bin-'))
    const state = mkdtempSync(path.join(folder, 'run-'))
    const stub = `#!/bin/sh
printf '%s\\0' "$@" >${state}/args
cat /proc/$PPID/cmdline >${state}/parent
for arg; do case $arg in --property=EnvironmentFile=${state}/postseal.*)
  stat -c %a "\${arg#--property=EnvironmentFile=}" >${state}/mode
  . "\${arg#--property=EnvironmentFile=}"
  printf '%s\\0' "$POSTSEAL_BASE_URL" "$POSTSEAL_API_KEY" "$POSTSEAL_PROFILE" >${state}/values
;; esac; done
exit 7
`
    writeFileSync(path.join(bin, 'systemd-run'), stub, { mode: 0o755 })
    writeFileSync(path.join(bin, 'postseal'), '#!/bin/sh\n', { mode: 0o755 })
    const script = read('deploy/systemd/postseal')
      .replace(/^PATH=/m, `PATH=${bin}:`)
      .replace('/run/postseal.', `${state}/postseal.`)
    const file = written(`postseal-${path.basename(bin)}`, script)
    const { status, stderr } = spawnSync('/bin/sh', [file, ...args], { encoding: 'utf8', env })
    const words = (name: string) => {
      const text = readdirSync(state).includes(name) ? readFileSync(path.join(state, name), 'utf8') : ''
      return text.split('\0').slice(0, -1)
    }
    return {
      status,
      stderr,
      args: words('args'),
      parent: words('parent'),
      values: words('values'),
      mode: words('values').length > 0 ? readFileSync(path.join(state, 'mode'), 'utf8').trim() : undefined,
      left: readdirSync(state).filter((name) => name.startsWith('postseal.')),
    }
  }

  test('what the caller says of the service reaches the command, and no list of processes or units', () => {
    const env = {
      POSTSEAL_BASE_URL: 'https://mail.shop.example',
      POSTSEAL_API_KEY: secret,
      POSTSEAL_SECRET_KEY: 'of-the-caller',
      DATABASE_URL: 'of-the-caller',
    }
    const ran = wrapped(env, 'message-logs', 'list', '--recipient', 'a b@example.com')
    expect(ran).toMatchObject({ status: 7, stderr: '', mode: '600', left: [] })
    expect(ran.values).toEqual(['https://mail.shop.example', secret, ''])
    expect(ran.args.slice(-4)).toEqual(['message-logs', 'list', '--recipient', 'a b@example.com'])
    expect(ran.args.join(' ') + ran.parent.join(' ')).not.toMatch(/wk_|of-the-caller|mail\.shop/)
    const files = ran.args.filter((arg) => arg.startsWith('--property=EnvironmentFile='))
    expect(files[0]).toBe('--property=EnvironmentFile=/etc/postseal/env')
    expect(files).toHaveLength(2)
  })

  test('a caller who says nothing leaves it to the service', () => {
    const ran = wrapped({ POSTSEAL_SECRET_KEY: 'of-the-caller' }, 'doctor')
    expect(ran).toMatchObject({ status: 7, stderr: '', values: [], left: [] })
    expect(ran.args.at(-1)).toBe('doctor')
    expect(ran.args.filter((arg) => arg.startsWith('--property=EnvironmentFile='))).toHaveLength(1)
  })

  test('it passes each variable that clients read', () => {
    const names = [...read('cli/src/profiles/client-config.ts').matchAll(/text\('(POSTSEAL_[A-Z_]+)'\)/g)]
    const ofService = ['POSTSEAL_DATA_DIR', 'POSTSEAL_ROLES']
    const [, passed = ''] = /^for name in (.*); do$/m.exec(read('deploy/systemd/postseal')) ?? []
    const clients = names.map(([, name = '']) => name).filter((name) => !ofService.includes(name))
    expect(clients.length).toBeGreaterThan(2)
    expect(passed.split(' ')).toEqual(expect.arrayContaining(clients))
  })
})

test.skipIf(!has('hadolint', '--version'))('hadolint finds nothing wrong with the Dockerfile', () => {
  expect(run('hadolint', [inRoot('deploy/Dockerfile')])).toMatchObject({ status: 0, printed: '' })
})

const filledIn = { publicUrl: 'https://mail.shop.example', transport: 'mx', existingSecret: 'postseal' }
const everything = {
  publicUrl: 'https://mail.shop.example',
  transport: 'mx',
  secret: { DATABASE_URL: 'postgres://localhost/postseal', POSTSEAL_SECRET_KEY: 'secret' },
  env: { POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example', POSTSEAL_DATABASE_CONNECTIONS: 5 },
  ingress: { enabled: true, host: 'mail.shop.example', tlsSecret: 'tls' },
  inbound: { service: { enabled: true }, tlsSecret: 'smtp' },
  podMonitor: { enabled: true },
}

test.skipIf(!has('helm', 'version'))('Helm makes of the chart what the service needs', () => {
  const home = inRoot('deploy/helm/postseal')
  const template = (given: object) =>
    run('helm', [
      'template',
      'mail',
      home,
      '--kube-version=1.33.0',
      `--values=${written('values.json', JSON.stringify(given))}`,
    ])
  const lint = ['lint', '--strict', home, `--values=${written('lint.json', JSON.stringify(everything))}`]
  expect(run('helm', lint)).toMatchObject({ status: 0 })

  const kinds = (given: object) => {
    const { status, stdout, printed } = template(given)
    expect(status, printed).toBe(0)
    const resources = parseAllDocuments(stdout).map((document) => document.toJS())
    for (const { spec } of resources.filter(({ kind }) => kind === 'Deployment')) {
      const grace = spec.template.spec.containers[0].env.find(
        ({ name }: any) => name === 'POSTSEAL_SHUTDOWN_GRACE',
      )
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(60 + Number(grace.value))
      const names = spec.template.spec.containers[0].env.map(({ name }: any) => name)
      expect(new Set(names).size).toBe(names.length)
    }
    return resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()
  }
  const always = [
    'Deployment mail-postseal-api',
    'Deployment mail-postseal-receiver',
    'Deployment mail-postseal-worker',
    'PodDisruptionBudget mail-postseal-api',
    'PodDisruptionBudget mail-postseal-worker',
    'Service mail-postseal',
    'Service mail-postseal-sink',
    'ServiceAccount mail-postseal',
  ]
  expect(kinds(filledIn)).toEqual(always)
  expect(kinds(everything)).toEqual(
    [
      ...always,
      'Ingress mail-postseal',
      'PodMonitor mail-postseal',
      'Secret mail-postseal',
      'Service mail-postseal-inbound',
    ].sort(),
  )

  const { api, worker } = values.processes
  const refused: [given: object, message: string][] = [
    [{}, 'is required'],
    [{ ...filledIn, transport: '', existingSecret: '' }, 'is required'],
    [{ ...filledIn, processes: { worker: null } }, 'No process has the role delivery'],
    [
      { ...filledIn, processes: { api: { ...api, roles: ['api', 'sink'] }, worker } },
      'Only one pod can have the role sink',
    ],
    [{ ...filledIn, image: { taag: 'x' } }, 'taag'],
  ]
  for (const [given, message] of refused) {
    const { status, printed } = template(given)
    expect(status).not.toBe(0)
    expect(printed).toContain(message)
  }
})

/** deploy/env.example with something in place of each empty value. */
const filledInEnv = read('deploy/env.example').replace(/^([A-Z_]+)=$/gm, '$1=abc')
const required = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name)

test('the example of .env has each variable that compose.yaml requires', () => {
  const names = [...filledInEnv.matchAll(/^([A-Z_]+)=.+$/gm)].map(([, name = '']) => name)
  expect(names.sort()).toEqual([...new Set(required)].sort())
})

test.skipIf(!has('docker', 'compose', 'version'))(
  'Docker Compose takes the file, and says what is missing',
  () => {
    const config = (env: string) =>
      run('docker', [
        'compose',
        `--file=${inRoot('deploy/compose.yaml')}`,
        `--env-file=${written('env', env)}`,
        'config',
        '--quiet',
      ])
    expect(config(filledInEnv)).toEqual({ status: 0, printed: '', stdout: '' })
    const { status, printed } = config(read('deploy/env.example'))
    expect(status).not.toBe(0)
    expect(printed).toMatch(/required variable (POSTSEAL_|POSTGRES_)\w+ is missing a value: set it in \.env/)
  },
)
