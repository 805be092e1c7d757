import { describe, expect, test } from 'vitest'
import { documentOf, documents } from '../support/documentation/documents.js'

/**
 * A query in the documentation that curl, the shell or the service would read otherwise than it is written. curl puts
 * what `-d` has into a URL (`-G`) as it is: a blank ends the request line, and a plus sign, an ampersand or a number
 * sign means something else there. This needs neither a database nor a build.
 */

const clients = ['sdk-ts', 'sdk-python', 'cli', 'clients/go', 'clients/php'].map((folder) =>
  documentOf(`${folder}/README.md`),
)

/** The shell commands of a text, with those that go on behind a backslash in one line. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/^ *```(?:sh|bash|console|shell)\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n\s*/g, ' ').split('\n'),
  )
}

/** An argument of a command: a run of quoted and unquoted parts. */
const argument = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\((?:[^()]|\([^()]*\))*\)|\\.|[^\s'"|;<>()])+/g

/** Matches substitutions, which stand in place of a value that the shell puts in. */
const substitutions = /\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+/g

/** Lists the mistakes in the queries of a shell command. */
function mistakesIn(command: string): string[] {
  const words = [...command.matchAll(argument)].map(([word]) => word)
  const found: string[] = []
  for (const [index, word] of words.entries()) {
    const unquoted = word.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, '')
    const plain = word.replaceAll(/['"]/g, '').replaceAll(substitutions, 'x')
    if (/^(?:\w+=)?https?:\/\//.test(plain)) {
      const query = plain.split('?').slice(1).join('?')
      if (/[^\x21-\x7e]|\\/.test(plain) || query.includes('+')) found.push(word)
      else if (/[?&*]/.test(unquoted)) found.push(`not quoted: ${word}`)
    }
    const isData = ['-d', '--data', '--data-ascii', '--data-raw'].includes(words[index - 1] ?? '')
    const isQuery = words.includes('-G') || words.includes('--get')
    if (isData && isQuery && /[^\x21-\x7e]|[+&#]/.test(plain)) found.push(word)
  }
  return found
}

test.each([...documents, ...clients])('the queries in $file are sent as they are written', ({ text }) => {
  expect(commandsIn(text).flatMap(mistakesIn)).toEqual([])
})

test('there are queries', () => {
  const commands = documents.flatMap(({ text }) => commandsIn(text))
  expect(commands.filter((command) => /curl .*(-G|\?)/.test(command)).length).toBeGreaterThan(15)
})

describe('a mistake is found', () => {
  test.each([
    'curl -sS -G http://localhost:4000/v1/message-logs -d q="A-1041 shipped"',
    'curl -sS --get http://localhost:4000/v1/contacts --data email=ada+news@example.com',
    "curl -sS -G http://localhost:4000/v1/contacts -d 'q=Motörhead'",
    "curl -sS -G http://localhost:4000/v1/contacts -d 'tag=a&b'",
    "curl -sS 'http://localhost:4000/v1/contacts?email=ada+news@example.com'",
    'curl -sS "http://localhost:4000/v1/message-logs?q=two words"',
    "curl -sS 'http://localhost:4000/v1/message-logs?q=Grüße'",
    'curl -sS http://localhost:4000/v1/messages?limit=1&status=failed',
  ])('%s', (command) => expect(mistakesIn(command)).toHaveLength(1))
})

describe('what is sent as it is written is none', () => {
  test.each([
    'curl -sS -G http://localhost:4000/v1/message-logs --data-urlencode q="A-1041 shipped" -d limit=1',
    'curl -sS http://localhost:4000/v1/messages -d \'{"subject": "Grüße + mehr"}\'',
    'curl -sS "http://localhost:4000/v1/contacts?project_id=$(key test_project_id)&limit=1"',
  ])('%s', (command) => expect(mistakesIn(command)).toEqual([]))
})
