import { toPage } from '../pages/addresses.js'
import { escaped } from '../pages/escape.js'
import { linksHtml } from '../pages/layout.js'
import { addressOf, tagAddress, type Reference, type ReferenceTag } from './contract.js'

/**
 * The navigation beside a page of the reference: every tag, and the operations of the tag that the page is of.
 *
 * @param within the name of that tag; undefined on the first page
 */
export function referenceNavigation(reference: Reference, from: string, within: string | undefined): string {
  const link = (address: string, text: string) =>
    `<a href="${toPage(from, address)}"${address === from ? ' aria-current="page"' : ''}>${text}</a>`
  const inside = ({ operations, events }: ReferenceTag) => {
    const items = [
      ...operations.map(({ id, summary }) => link(addressOf(id), escaped(summary))),
      ...events.map(({ type }) => link(addressOf(type), escaped(type))),
    ]
    return `\n<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>\n`
  }
  const sections = reference.groups.map(({ name, tags }) => {
    const items = tags.map(
      (tag) =>
        `<li>${link(tagAddress(tag.name), escaped(tag.name))}${tag.name === within ? inside(tag) : ''}</li>`,
    )
    const open = within === undefined || tags.some((tag) => tag.name === within) ? ' open' : ''
    return `<details${open}>\n<summary>${escaped(name)}</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>`
  })
  return `<nav aria-label="API reference">
${linksHtml(from)}
<ul>
<li>${link('', '← Guides')}</li>
<li>${link('api', 'API reference')}</li>
</ul>
${sections.join('\n')}
</nav>`
}
