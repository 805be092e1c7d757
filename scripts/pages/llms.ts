import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { markdownPath } from './addresses.js'
import { navigation } from './navigation.js'

/** A page as a list of pages names it. */
export interface ListedPage {
  /** Below `/docs/`. */
  readonly address: string
  readonly name: string
  /** The subject of the page, on one line. */
  readonly about: string
  /** True if the page is one of many of its kind, to which another page leads. */
  readonly isDetail?: boolean
}

/** Pages that a model can do without where it has little room (llmstxt.org, "Optional"). */
const optional: readonly string[] = ['architecture', 'changelog']

/**
 * The list of all pages for language models, by the convention of llmstxt.org: a title, a summary, what a program that
 * uses the API has to know, and the pages in the order of the navigation.
 *
 * @param listed all pages in the order that they are read in: guides, then those of the API reference
 */
export function llmsText(listed: readonly ListedPage[]): string {
  const guides = navigation.map(({ name, entries }) => {
    const pages = entries.flatMap((entry) => listed.filter(({ address }) => address === entry.address))
    return section(name, pages.filter(({ address }) => !optional.includes(address)).map(lineOf))
  })
  const reference = listed.filter(({ address }) => address.startsWith('api/'))
  const others = listed.filter(({ address }) => optional.includes(address))
  return [
    introduction,
    ...guides,
    section('API reference', reference.filter(({ isDetail }) => isDetail !== true).map(lineOf)),
    section('Optional', [
      `- [All guides in one file](${baseUrlMark}/llms-full.txt): Every page above but the API reference`,
      ...[...others, ...reference.filter(({ isDetail }) => isDetail === true)].map(lineOf),
    ]),
  ].join('\n')
}

/** Which of the pages llms-full.txt has in it. */
export function isInFullText({ address }: ListedPage): boolean {
  return !optional.includes(address) && !/^api(\/|$)/.test(address)
}

const summary =
  'Postseal is a transactional e-mail service that people run themselves: a JSON API and SMTP take messages, each ' +
  'recipient has a log of what became of them, and webhooks tell of it.'

const introduction = `# Postseal

> ${summary}

- This service is at ${baseUrlMark}, and the paths of its API begin with \`/v1\`. The contract is an OpenAPI 3.1
  file: ${baseUrlMark}/openapi.json, or ${baseUrlMark}/openapi.yaml.
- Send \`Authorization: Bearer <key>\`. A project key begins with \`pk_live_\` or \`pk_test_\`, a workspace key with
  \`wk_\`. Each operation's page names the scopes that a key needs. Keys belong on a server, never into source code.
- A test project (\`pk_test_\`) behaves like a live one, but its mail goes to the sink at ${baseUrlMark}/sink and to
  nobody outside. Use one until the user wants real mail to leave.
- Send \`Idempotency-Key\` with each request that changes something, such as one that sends: the same key with the
  same body returns the first reply again and has no further effect. So repeat a request whose reply was lost, under
  the same key.
- Errors are \`{"error": {"code", "message", "request_id", "details"}}\`. Decide by \`code\`, which is stable. 429 and
  503 have \`Retry-After\`: wait for so many seconds, then repeat the request.
- Lists answer \`{"data", "has_more", "next_cursor"}\`; ask again with \`cursor\` for what comes next.
- 202 means stored and queued, not delivered. Follow the message's logs, or receive webhooks.
- Each page below is Markdown. Without \`.md\` its address is that of the page for people.
`

function section(name: string, lines: readonly string[]): string {
  return `## ${name}\n\n${lines.join('\n')}\n`
}

function lineOf({ address, name, about }: ListedPage): string {
  return `- [${name}](${baseUrlMark}/${markdownPath(address)}): ${about}`
}
