import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { follow, type Env, type Started } from '../service/process.js'
import { newDataDir } from '../run/scratch-folder.js'
import { until } from '../time/until.js'

/** The folders of a host that its administrator writes to. Here they are below a folder of the test. */
const folders = /(?<![\w.$/-])\/(?:usr\/(?:local\/)?s?bin|etc|var\/(?:lib|backups))(?=[/:"'\s]|$)/gm

/** A host for somebody who types the commands of a page, without being root and without systemd. */
export interface StandInHost {
  /** The path on this machine of one on the host. */
  at(file: string): string
  /** Types commands into the one shell of the host. Rejects where one of them fails. */
  type(commands: string): Promise<string>
  /** Lists the calls of the programs that stand in and do nothing: `apt-get install -y nodejs`. */
  asked(): string[]
  /** Starts the program of a unit that `systemctl enable --now` asks for, once it does. */
  startWhenEnabled(unit: string): Promise<Started>
  close(): Promise<void>
}

/**
 * @param port of the service, which the host's `sleep` waits for
 * @param postgresUrl what `psql` of the host speaks with
 * @param replaced texts that stand for something else on this host, in commands and in what `install` copies
 */
export function standInHost(
  port: number,
  postgresUrl: string,
  replaced: readonly (readonly [RegExp, string])[],
): StandInHost {
  const root = newDataDir('host-')
  const at = (file: string) => path.join(root, file)
  const log = at('asked.txt')
  const here = (text: string) =>
    replaced.reduce((changed, [from, to]) => changed.replace(from, to), text).replace(folders, `${root}$&`)
  for (const folder of [
    'usr/local/bin',
    'usr/local/sbin',
    'usr/bin',
    'etc/systemd/system',
    'etc/cron.daily',
  ]) {
    mkdirSync(at(folder), { recursive: true })
  }
  for (const folder of ['root', 'var/lib/postseal', 'var/backups', 'tmp'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(log, '')
  symlinkSync(process.execPath, at('usr/bin/node'))
  for (const [name, source] of Object.entries(programs(root, port, postgresUrl))) {
    writeFileSync(at(`usr/local/bin/${name}`), source)
    chmodSync(at(`usr/local/bin/${name}`), 0o755)
  }

  const bin = ['usr/local/sbin', 'usr/local/bin', 'usr/bin'].map(at).join(':')
  const shell = spawn('bash', ['-s'], {
    cwd: at('root'),
    env: {
      ...networkEnv(),
      HOME: process.env['HOME'],
      PATH: `${bin}:${process.env['PATH']}`,
      npm_config_prefix: at('usr'),
      npm_config_prefer_offline: 'true',
      // A connection to the registry that hangs is given up long before the test is, and npm tries another one.
      npm_config_fetch_timeout: '30000',
      npm_config_update_notifier: 'false',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const started = follow(shell)
  let typed = 0
  return {
    at,
    asked: () => readFileSync(log, 'utf8').trim().split('\n'),
    type: async (commands) => {
      const file = at(`tmp/typed-${++typed}.sh`)
      writeFileSync(file, here(commands))
      const before = started.stdout().length
      const errors = started.stderr().length
      const end = `@@ end of ${typed}`
      shell.stdin.write(
        `failed=; trap 'failed="$failed$BASH_COMMAND; "' ERR; set -E; source ${file} </dev/null; echo "${end}: $failed"\n`,
      )
      await until(() => started.stdout().includes(end), `the end of ${commands}`, installingMs)
      const [printed = '', failed = ''] = started.stdout().slice(before).split(`${end}: `)
      if (failed.trim() !== '') throw new Error(`${failed}${printed}${started.stderr().slice(errors)}`)
      return printed
    },
    startWhenEnabled: async (unit) => {
      await until(() => readFileSync(log, 'utf8').includes(`systemctl enable --now ${unit}\n`), 'systemctl')
      return startUnit(readFileSync(at(`etc/systemd/system/${unit}.service`), 'utf8'), bin)
    },
    close: async () => {
      await started.kill()
    },
  }
}

/** The variables by which programs on this machine reach the network: its proxy, its certificates, its registry. */
function networkEnv(): Env {
  const ofNetwork = /^(https?_proxy|no_proxy|ssl_cert_(file|dir)|node_extra_ca_certs)$/i
  const ofNpm = /^npm_config_(registry|cafile|https?_proxy|https-proxy|proxy|noproxy)$/i
  const isOfNetwork = (name: string) => ofNetwork.test(name) || ofNpm.test(name)
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) => (isOfNetwork(name) ? [[name, value]] : [])),
  )
}

/** Milliseconds that typed commands may take: some of them install packages from the network. */
export const installingMs = 900_000

/** Starts what a unit of systemd says, with its variables, as a child of this process. */
function startUnit(unit: string, bin: string): Started {
  const value = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, text = '']) => text)
  const lines = (text: string) => text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  const files = value('EnvironmentFile').flatMap((file) => lines(readFileSync(file, 'utf8')))
  const given = value('Environment').map((line) => line.replace(/^"(.*)"$/, '$1'))
  const env: Env = { PATH: `${bin}:/usr/bin:/bin` }
  for (const line of [...given, ...files])
    env[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
  const [command = ''] = value('ExecStart')
  return follow(spawn(command, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** The programs of the host that need root, systemd, the network or a PostgreSQL of its own. */
function programs(root: string, port: number, postgresUrl: string): Record<string, string> {
  const note = `echo "$(basename "$0") $*" >> ${root}/asked.txt`
  const recorded = ['hostnamectl', 'apt-get', 'ufw', 'useradd', 'systemctl']
  const pg = pathToFileURL(
    fileURLToPath(new URL('../../../node_modules/pg/esm/index.mjs', import.meta.url)),
  ).href
  return {
    ...Object.fromEntries(recorded.map((name) => [name, `#!/bin/bash\n${note}\n`])),
    // It asks the service, and nobody else.
    curl: `#!/bin/bash
case " $* " in
*" http://127.0.0.1:"*) PATH=\${PATH#*/usr/local/bin:} exec curl "$@" ;;
*) ${note} ;;
esac
`,
    runuser: '#!/bin/bash\n[ "$1 $2 $3" = "-u postgres --" ] || exit 1\nshift 3\nexec "$@"\n',
    psql: `#!/usr/bin/env node
import(${JSON.stringify(pg)}).then(async ({ default: { Client } }) => {
  const client = new Client(${JSON.stringify(postgresUrl)})
  await client.connect()
  for (const statement of require('node:fs').readFileSync(0, 'utf8').split(/;\\s*\\n/).filter((text) => text.trim())) {
    await client.query(statement)
  }
  await client.end()
})
`,
    pg_dump: `#!/bin/bash\n${note}\necho PGDMP\n`,
    // Files belong to whoever runs the test, and name the folders of the host.
    install: `#!/bin/bash
set -e
args=()
while [ $# -gt 0 ]; do case $1 in -o | -g) shift 2 ;; *) args+=("$1"); shift ;; esac; done
PATH=\${PATH#*/usr/local/bin:} command install "\${args[@]}"
[ "\${args[0]}" = -d ] && exit 0
target=\${args[-1]}
for file in "\${args[@]:2:\${#args[@]}-3}"; do
  to=$target
  [ -d "$target" ] && to=$target/$(basename "$file")
  sed -i -E 's#(^|[ =":])/(usr/(local/)?s?bin|etc|var/(lib|backups))(/|:|"| |$)#\\1${root}/\\2\\5#g; s#:/(usr/bin):#:${root}/\\1:#g' "$to"
done
`,
    // As long as it takes: the page counts the seconds of a machine that does nothing else.
    sleep: `#!/bin/bash
for _ in $(seq 3000); do
  PATH=\${PATH#*/usr/local/bin:} curl -fsS -o /dev/null http://127.0.0.1:${port}/readyz 2>/dev/null && exit 0
  PATH=\${PATH#*/usr/local/bin:} command sleep 0.1
done
exit 1
`,
    'systemd-run': `#!/bin/bash
env=()
while [[ $1 == --* ]]; do
  case $1 in
  --setenv=*) env+=("\${1#--setenv=}") ;;
  --property=EnvironmentFile=*) file=\${1#--property=EnvironmentFile=} ;;
  --working-directory=*) cd "\${1#*=}" || exit 1 ;;
  esac
  shift
done
mapfile -t lines < <(grep -E '^[A-Z_]+=' "$file")
exec env -i "\${env[@]}" "\${lines[@]}" "$@"
`,
  }
}
