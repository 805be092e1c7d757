import { expect, test } from 'vitest'
import { command } from '../support/commands/cli.js'
import { blocks, documents } from '../support/documentation/documents.js'

/** The arguments of each call of the command line in the documents, as far as they name commands and options. */
const calls = blocks('sh')
  .flatMap((block) => [...block.matchAll(/npm run --silent cli -- (.*)/g)])
  .map(([, given = '']) => (given.split(/ +#|\)"/)[0] ?? '').trim())

/** The commands that a call begins with: the words before its first option or operand. */
function pathOf(call: string): string[] {
  const words = call.split(' ')
  const groups = new Set(
    'session user workspace domain database dmarc reputation import inbound queue secret source pool ledger'.split(
      ' ',
    ),
  )
  if (words[0] === '--help') return []
  if (!groups.has(words[0] ?? '') || !/^[a-z-]+$/.test(words[1] ?? '')) return words.slice(0, 1)
  return words.slice(0, words[1] === 'host' || words[1] === 'links' ? 3 : 2)
}

async function helpOf(path: readonly string[]): Promise<string> {
  const { code, stdout } = await command({}, ...path, '--help')
  expect(code, path.join(' ')).toBe(0)
  return stdout
}

test.each([...new Set(calls)])('the command "%s" exists with these options', async (call) => {
  const path = pathOf(call)
  const help = await helpOf(path)
  expect(help).toMatch(new RegExp(`^Usage: ${['postseal', ...path].join(' ')}\\b`))
  for (const [option] of call.matchAll(/--[a-z-]+/g)) expect(help).toContain(option)
})

test('the table of commands names commands that exist', async () => {
  const page = documents.find(({ file }) => file.endsWith('operate/command-line.md'))?.text ?? ''
  const rows = [...(page.split('## Commands')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (`[a-z].*?) \|/gm)]
  const listed = rows.flatMap(([, cell = '']) => {
    const [first = '', ...others] = [...cell.matchAll(/`([a-z -]+)`/g)].map((match) => match[1] ?? '')
    const [group = '', ...own] = first.split(' ')
    return own.length === 0 ? [first, ...others] : [first, ...others.map((name) => `${group} ${name}`)]
  })
  expect(listed.length).toBeGreaterThan(15)
  for (const path of listed) {
    expect(await helpOf(path.split(' '))).toMatch(new RegExp(`^Usage: postseal ${path}\\b`))
  }
})

/** The calls of the client's commands, whose lines may go on behind a backslash. */
const clientCalls = blocks('sh')
  .flatMap((block) => [...block.replaceAll('\\\n', ' ').matchAll(/^(?:\s*)postseal (.*)/gm)])
  .map(([, given = '']) => (given.split(/ +#| \| | < /)[0] ?? '').trim())

test.each([...new Set(clientCalls)])(
  'the command of a client "%s" exists with these options',
  async (call) => {
    const path = call.split(' ').slice(0, /^(?:completion|move) /.test(call) ? 1 : 2)
    const help = await helpOf(path)
    expect(help).toMatch(new RegExp(`^Usage: postseal ${path.join(' ')}\\b`))
    for (const [option] of call.matchAll(/(?<= )--[a-z-]+/g)) expect(help).toContain(option)
  },
)

test('there are calls of clients', () => {
  expect(clientCalls.length).toBeGreaterThan(10)
})
