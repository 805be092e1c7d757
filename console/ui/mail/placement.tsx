import { useMemo } from 'preact/hooks'
import { judgeContent } from '../../../server/mail/placement/content.js'
import type { Finding } from '../../../server/mail/placement/finding.js'
import { FactCollector, type HtmlFacts } from '../../../server/mail/placement/html-facts.js'
import { Facts } from '../facts.js'
import { Status } from '../status.js'
import { wordsOf, type Meaning } from '../meaning.js'

const meanings: Readonly<Record<Finding['status'], Meaning>> = {
  failed: 'bad',
  warning: 'warn',
  skipped: 'off',
  ok: 'good',
}
const order = Object.keys(meanings)

/**
 * Reasons in a mail's content that may keep it from the inbox: the content findings of `postseal check-mail`.
 *
 * @param props.isFilled true if missing values are shown as their names in brackets, which are not addresses
 * @param props.id id of the message, if the mail is one
 */
export default function Placement({
  text,
  html,
  isFilled = false,
  id = 'msg_…',
}: {
  text: string
  html: string | null
  isFilled?: boolean
  id?: string
}) {
  const findings = useMemo(() => {
    const facts = html === null ? undefined : readInPage(html)
    const shown = facts && isFilled ? withoutNames(facts) : facts
    const found = judgeContent({ text, html, facts: shown })
    return found.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
  }, [text, html, isFilled])
  return (
    <div class="stack">
      <Facts
        of={findings.map(({ check, status, seen, advice }) => [
          wordsOf(check),
          <>
            <Status of={status} as={meanings[status]}>
              {status === 'ok' ? 'OK' : wordsOf(status)}:
            </Status>{' '}
            {seen}
            {advice !== null && <p class="small quiet">{advice}</p>}
          </>,
        ])}
      />
      <p class="small quiet">
        On the server, <code class="wrap">postseal check-mail {id}</code> also checks headers, DKIM, SPF and
        DMARC, and asks SpamAssassin.
      </p>
    </div>
  )
}

/**
 * Reads HTML with the browser's parser, into a template: there nothing is loaded or run. Attributes that this page's
 * policy would report are renamed for parsing.
 */
function readInPage(html: string): HtmlFacts {
  const template = document.createElement('template')
  template.innerHTML = html.replace(/(?<=[\s"'/])(?=(?:style|on[a-z]+)\s*=)/gi, 'data-')
  const facts = new FactCollector()
  const walk = (node: Node) => {
    if (node instanceof Text) facts.text(node.data)
    if (!(node instanceof Element)) return
    const attributes = [...node.attributes].map(({ name, value }) => [
      name.replace(/^data-style$/, 'style'),
      value,
    ])
    facts.open(node.localName, Object.fromEntries(attributes) as Record<string, string>)
    node.childNodes.forEach(walk)
    facts.close(node.localName)
  }
  template.content.childNodes.forEach(walk)
  return facts
}

function withoutNames(facts: HtmlFacts): HtmlFacts {
  const isName = (url: string) => /^\s*\[[\w.-]+\]/.test(url)
  return {
    ...facts,
    links: facts.links.filter(({ href }) => !isName(href)),
    images: facts.images.filter(({ src }) => !isName(src)),
  }
}
