import { readdirSync, statSync } from 'node:fs'
import { Marked, type Token, type Tokens } from 'marked'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headingSlugs } from '../../../scripts/pages/headings/slugs.js'
import { navigation, pages } from '../../../scripts/pages/navigation.js'
import { document, operations, type ContractReply } from '../../support/api/contract.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { codeOf, unescaped } from '../../support/documentation/unescaped.js'

/** Tests the pages for language models, as a whole service serves them: `/llms.txt` and the Markdown of each page. */

const marked = new Marked({ gfm: true })

let service: TestService
/** The URL by which the service calls itself. */
let base: string
let list: string
/** Texts to which llms.txt leads, by address. */
let texts: Map<string, string>

beforeAll(async () => {
  service = await startTestService()
  base = service.url.replace('127.0.0.1', 'localhost')
  list = await textAt('/llms.txt')
  const addresses = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, address = '']) => address)
  const read = addresses.map(async (address): Promise<[string, string]> => [
    address,
    await textAt(address.slice(base.length)),
  ])
  texts = new Map(await Promise.all(read))
})
afterAll(async () => {
  tokens.clear()
  await service.stop()
})

async function textAt(path: string): Promise<string> {
  const reply = await fetch(service.url + path)
  expect(reply.status, path).toBe(200)
  return reply.text()
}

function textOf(page: string): string {
  return texts.get(addressOf(page)) ?? ''
}

function addressOf(page: string): string {
  return page === '' ? `${base}/docs.md` : `${base}/docs/${page}.md`
}

/** Every token of each document that a test has asked for, by its text: a page is the target of many links. */
const tokens = new Map<string, Token[]>()

/** The tokens of a document that are of a type, however deep. */
function tokensOf(text: string, type: string): Token[] {
  let all = tokens.get(text)
  if (all === undefined) {
    const walked: Token[] = []
    void marked.walkTokens(marked.lexer(text), (token) => void walked.push(token))
    tokens.set(text, (all = walked))
  }
  return all.filter((token) => token.type === type)
}

/** The addresses to which a document links. */
function linksOf(text: string): string[] {
  return [...tokensOf(text, 'link'), ...tokensOf(text, 'image')].map((token) => (token as Tokens.Link).href)
}

function anchorsOf(text: string): Set<string> {
  const slugOf = headingSlugs()
  return new Set(
    tokensOf(text, 'heading').map((token) =>
      slugOf(unescaped((token as Tokens.Heading).text).replaceAll('`', '')),
    ),
  )
}

describe('llms.txt', () => {
  test('has the form of llmstxt.org: a title, a line of summary, what to know, and lists of links', () => {
    const [head = '', ...sections] = list.split(/^## /m)
    expect(head).toMatch(/^# Postseal\n\n> .+\n\n- This service is at http/)
    for (const known of [
      base,
      `${base}/openapi.json`,
      'Authorization: Bearer',
      'Idempotency-Key',
      'pk_test_',
    ])
      expect(head).toContain(known)
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      ...navigation.map(({ name }) => name),
      'API reference',
      'Optional',
    ])
    for (const section of sections) {
      const [, empty, ...lines] = section.trimEnd().split('\n')
      expect(empty).toBe('')
      for (const line of lines) expect(line).toMatch(/^- \[[^\][]+\]\(http:[^()\s]+\): \S.*[^:]$/)
    }
  })

  test('lists every page once, guides in the order of the navigation', () => {
    const listed = [...texts.keys()]
    const built = new URL('../../../dist/operate/reference/built/pages/api/', import.meta.url)
    const reference = readdirSync(built).map((file) => `api/${file.replace(/\.html$/, '')}`)
    const all = [...pages.map(({ address }) => address), 'api', ...reference].map(addressOf)
    expect(listed.toSorted()).toEqual([...all, `${base}/llms-full.txt`].sort())
    expect(list.match(/^- \[[^\]]+\]\(/gm)).toHaveLength(listed.length)
    const inOrder = pages.map(({ address }) => addressOf(address)).filter((address) => !isOptional(address))
    expect(listed.filter((address) => inOrder.includes(address))).toEqual(inOrder)
  })

  test('is small, and so is what is kept of the texts', () => {
    expect(list.length).toBeLessThan(60_000)
    const folder = new URL('../../../dist/operate/reference/built/texts/', import.meta.url)
    const sizes = readdirSync(folder).map((file) => statSync(new URL(file, folder)).size)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500_000)
  })

  function isOptional(address: string): boolean {
    return /\/(architecture|changelog)\.md$/.test(address)
  }
})

test('llms-full.txt has every guide in one, in the same order, and nothing of the API reference', () => {
  const full = texts.get(`${base}/llms-full.txt`) ?? ''
  expect(full.length).toBeLessThan(1_000_000)
  const inIt = [...full.matchAll(/^Page: (.+)$/gm)].map(([, address = '']) => address)
  const guides = pages.filter(({ address }) => !['architecture', 'changelog'].includes(address))
  expect(inIt).toEqual(guides.map(({ address }) => addressOf(address)))
  for (const address of inIt) expect(full).toContain(texts.get(address))
})

describe('each document', () => {
  test('has one title, closed blocks of code, tables of even rows, no HTML and no mark of the build', () => {
    for (const [address, text] of texts) {
      expect(text, address).not.toMatch(/@[A-Z]+@/)
      expect(tokensOf(text, 'html'), address).toEqual([])
      for (const { raw } of tokensOf(text, 'code'))
        expect(raw, address).toMatch(/^(`{3,})[^`]*\n[\s\S]*\n\s*\1\s*$/)
      for (const { raw } of tokensOf(text, 'table')) {
        const columns = raw
          .trimEnd()
          .split('\n')
          .map((row) => row.match(/(?<!\\)\|/g)?.length)
        expect(new Set(columns).size, raw).toBe(1)
      }
      if (address.endsWith('.md')) {
        expect(text.startsWith('# '), address).toBe(true)
        expect(
          tokensOf(text, 'heading').filter((token) => (token as Tokens.Heading).depth === 1),
        ).toHaveLength(1)
      }
    }
  })

  test('leads to Markdown, to headings and to files that are there', async () => {
    const statuses = new Map<string, Promise<number>>()
    for (const [address, text] of texts) {
      for (const link of linksOf(text)) {
        const { origin, pathname, hash, href } = new URL(link, address)
        if (origin !== base) continue
        const target = texts.get(origin + pathname)
        if (target === undefined) {
          expect(pathname, address).not.toMatch(/^\/docs(?!\/[0-9a-f]{16}\/|\/changelog\.atom$)/)
          const status = statuses.get(pathname) ?? fetch(service.url + pathname).then((reply) => reply.status)
          statuses.set(pathname, status)
          expect(await status, `${address}: ${href}`).toBe(200)
        } else if (hash !== '' && link !== hash) {
          expect(anchorsOf(target), `${address}: ${href}`).toContain(hash.slice(1))
        } else if (hash !== '') {
          expect(anchorsOf(text), `${address}: ${href}`).toContain(hash.slice(1))
        }
      }
    }
    expect(statuses.size).toBeGreaterThan(4)
  })
})

describe('the Markdown of the operation', () => {
  const { enum: codes } = document.components['schemas']?.['ErrorCode'] as { enum: string[] }

  /** A reply's description, of which there may be one for many operations. */
  function descriptionOf(reply: ContractReply): string {
    const name = reply.$ref?.split('/').at(-1)
    const shared = name === undefined ? reply : document.components['responses']?.[name]
    return (shared as { description: string }).description
  }

  test.each(operations.map(({ id, ...operation }) => [id, operation] as const))('%s', (id, operation) => {
    const text = textOf(`api/${id}`)
    const { method, path, summary, security, parameters, requestBody, responses } = operation
    const [title, line = ''] = text.split('\n\n')
    expect(title).toBe(`# ${summary}`)
    expect(line.startsWith(`\`${method.toUpperCase()} ${path}\``)).toBe(true)
    expect(line.endsWith(`, since version ${operation.since}`)).toBe(true)
    for (const needed of security.flatMap((way) => Object.values(way).flat()))
      expect(text).toContain(`\`${needed}\``)
    for (const { name, in: place, required } of parameters)
      expect(text).toMatch(
        new RegExp(`^\\| \`${name}\` \\| ${place} \\| .+ \\| ${required === true ? 'yes' : 'no'} \\|`, 'm'),
      )
    const [body] = Object.values(requestBody?.content ?? {})
    expect(text.includes('\n## Body\n')).toBe(body !== undefined)
    for (const name of fieldsOf(body?.schema)) expect(text).toContain(`\n| \`${name}\` | `)
    for (const [status, reply] of Object.entries(responses)) {
      expect(text).toMatch(new RegExp(`^(### ${status}|\\| ${status} \\| .+)$`, 'm'))
      const said = descriptionOf(reply).match(/`\w+`/g) ?? []
      if (status >= '400') {
        const [line = ''] = text.match(new RegExp(`^\\| ${status} \\| .+$`, 'm')) ?? []
        for (const code of said.filter((name) => codes.includes(name.slice(1, -1))))
          expect(line).toContain(code)
      }
    }
    const blocks = tokensOf(text, 'code').map((token) => (token as Tokens.Code).lang)
    expect(blocks.slice(-3)).toEqual(['sh', 'ts', 'python'])
  })

  function fieldsOf(schema: unknown): string[] {
    const { $ref, properties = {} } = (schema ?? {}) as { $ref?: string; properties?: object }
    const named =
      $ref === undefined ? undefined : document.components['schemas']?.[$ref.split('/').at(-1) ?? '']
    return Object.keys((named as { properties?: object } | undefined)?.properties ?? properties)
  }

  test('has the samples and examples of its page', async () => {
    for (const id of ['sendMessage', 'listMessages', 'importContacts', 'createSession']) {
      const html = await textAt(`/docs/api/${id}`)
      const shown = [...html.matchAll(/<pre [^>]*role="region"[^>]*><code>([\s\S]*?)<\/code>/g)]
      expect(shown.length, id).toBeGreaterThan(2)
      for (const [, source = ''] of shown) expect(textOf(`api/${id}`)).toContain(codeOf(source))
    }
  })
})

test.each(Object.keys(document.webhooks))(
  'the Markdown of the event %s has its fields and its samples',
  (type) => {
    const text = textOf(`api/${type}`)
    expect(text).toContain(`since version ${String(document.webhooks[type]?.['post']?.['x-since'])}\n`)
    expect(text).toContain(`The event \`${type}\``)
    expect(text).toContain('| `Service-Signature` | header | ')
    expect(text).toMatch(/^\| `data` \| /m)
    expect(text).toContain(`event.type === '${type}'`)
    expect(text).toContain(`event["type"] == "${type}"`)
  },
)
