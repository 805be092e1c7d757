import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { clientCommand } from '../support/commands/client-commands.js'
import { newDataDir } from '../support/run/scratch-folder.js'

/** Tests the completions by the program, and in the shells that are installed. Needs a build. */

const home = newDataDir()
const env = { XDG_CONFIG_HOME: home }
beforeAll(() => {
  const folder = path.join(home, 'postseal')
  mkdirSync(folder, { mode: 0o700 })
  const profile = { url: 'https://mail.shop.example', key: 'the-key' }
  writeFileSync(
    path.join(folder, 'profiles.json'),
    JSON.stringify({ current: 'shop', profiles: { shop: profile, staging: profile, other: profile } }),
    { mode: 0o600 },
  )
})

async function words(line: string): Promise<string[]> {
  const { code, stdout, stderr } = await clientCommand(env, ['completion', 'words', '--', ...line.split(' ')])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('\t')[0] ?? '')
}

describe('words', () => {
  test.each([
    ['messa', ['messages', 'message-logs']],
    ['message-', ['message-logs']],
    ['queue re', ['retry', 'release']],
    ['messages re', ['retrieve', 'reschedule', 'retrieve-content']],
    ['messages send --sub', ['--subject']],
    ['messages send --subject --sub', []],
    ['messages send --text x --sub', ['--subject']],
    ['messages list --status f', ['failed']],
    ['messages list --status=f', ['--status=failed']],
    ['api-keys create --scopes messages:', ['messages:send']],
    ['contacts export --format ', ['csv', 'ndjson']],
    ['webhooks upsert --no-', ['--no-enabled', '--no-allow-similar']],
    ['workspace host re', ['remove']],
    ['workspace retrieve-u', ['retrieve-usage']],
    ['messages list --profile s', ['shop', 'staging']],
    ['profile use o', ['other']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['contacts import --file ', []],
    ['messages retrieve ', []],
  ])('%s', async (line, expected) => {
    expect(await words(line)).toEqual(expected)
  })

  test('another shell is told', async () => {
    expect(await clientCommand(env, ['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' })
  })
})

/** A folder of commands with the built one as `postseal`. */
function commandFolder(): string {
  const folder = newDataDir()
  const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
  const file = path.join(folder, 'postseal')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(file, 0o755)
  return folder
}

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

/** Arguments by which each shell completes a line, without a terminal. */
const shells: Readonly<Record<string, (line: string) => string[]>> = {
  bash: (line) => [
    '-c',
    `source <(postseal completion bash)
     COMP_LINE='${line}' COMP_POINT=\${#COMP_LINE} COMP_TYPE=9
     compopt() { :; }
     _postseal
     printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (line) => [
    '-f',
    '-c',
    `autoload -Uz compinit && compinit -u -D
     source <(postseal completion zsh)
     [[ $_comps[postseal] == _postseal ]] || exit 1
     _describe() { print -rl -- "\${(@)\${(@P)2}//(#m)(*)/$MATCH}" }
     _files() { print files }
     words=(\${(Q)\${(z)\${:-'${line}'}}}); [[ '${line}' == *' ' ]] && words+=('')
     CURRENT=\${#words}
     _postseal`,
  ],
  fish: (line) => ['--no-config', '-c', `postseal completion fish | source; complete -C '${line}'`],
}

describe.each(Object.keys(shells))('%s', (shell) => {
  const complete = (line: string): string[] => {
    const variables = {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      PATH: `${commandFolder()}:${process.env['PATH']}`,
    }
    const output = execFileSync(shell, shells[shell]?.(line) ?? [], {
      encoding: 'utf8',
      env: variables,
      cwd: home,
    })
    return output.split('\n').filter((row) => row !== '')
  }
  const first = (rows: readonly string[]) =>
    rows.map((row) => row.split(shell === 'zsh' ? /(?<!\\):/ : '\t')[0]?.replaceAll('\\:', ':'))

  test.runIf(isInstalled(shell))('completes commands, options, values and names of profiles', () => {
    expect(first(complete('postseal messages resc'))).toEqual(['reschedule'])
    expect(first(complete('postseal messages send --sub'))).toEqual(['--subject'])
    expect(first(complete('postseal messages list --status par'))).toEqual(['partially_delivered'])
    expect(first(complete('postseal messages list --profile st'))).toEqual(['staging'])
    const scopes = first(complete('postseal api-keys create --scopes messages:'))
    // For bash, what stands behind the colon is a word of its own.
    expect(scopes).toEqual([shell === 'bash' ? 'send' : 'messages:send'])
  })
})
