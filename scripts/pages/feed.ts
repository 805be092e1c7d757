import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { feedPath, targetOf } from './addresses.js'
import { escaped } from './escape.js'
import { markdownFragment } from './markdown.js'
import { headingSlugs } from './headings/slugs.js'

/** A release as the changelog has it. */
interface Release {
  readonly version: string
  /** `2026-11-25` */
  readonly day: string
  /** The anchor of its heading on the page. */
  readonly slug: string
  /** The text between its heading and that of the release before. */
  readonly markdown: string
}

const feed = `${baseUrlMark}/${feedPath}`
const page = `${baseUrlMark}/docs/changelog`

/**
 * Makes an Atom feed (RFC 4287) of the releases in a changelog, newest first. What is not released is not in it: it still
 * changes, and readers show an entry once.
 *
 * @param source the changelog's path, from the repository's root
 * @throws Error where no release is there, or a heading is none of a release
 */
export function changelogFeed(source: string, changelog: string): string {
  const releases = releasesIn(changelog)
  const [newest] = releases
  if (newest === undefined) throw new Error(`${source} has no release, and a feed needs a date.`)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>Postseal releases</title>
<subtitle>What is new in each version of the service, its API and its clients</subtitle>
<id>${feed}</id>
<link rel="self" type="application/atom+xml" href="${feed}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<updated>${instantOf(newest)}</updated>
<author><name>Postseal</name></author>
${releases.map((release) => entryOf(source, release)).join('')}</feed>
`
}

function entryOf(source: string, release: Release): string {
  const { version, slug, markdown } = release
  const html = markdownFragment(markdown, {
    link: (href) => absolute(source, href),
    image: (href) => href,
  })
  // An id stays for ever. The heading's anchor has the date in it, which may be corrected.
  return `<entry>
<title>Postseal ${escaped(version)}</title>
<id>${feed}#${escaped(version)}</id>
<link rel="alternate" type="text/html" href="${page}#${slug}"/>
<published>${instantOf(release)}</published>
<updated>${instantOf(release)}</updated>
<content type="html">${escaped(html)}</content>
</entry>
`
}

/** The changelog names a day without a time, so that its beginning in UTC stands for the release. */
function instantOf({ day }: Release): string {
  return `${day}T00:00:00Z`
}

/** A link as a reader can follow it, who does not know where the feed came from. */
function absolute(source: string, href: string): string | undefined {
  const target = targetOf(source, href)
  if (target === 'no page') return undefined
  if ('href' in target) return target.href.startsWith('#') ? page + target.href : target.href
  if ('path' in target) return `${baseUrlMark}/${target.path}`
  const anchor = target.heading === undefined ? '' : `#${target.heading}`
  return `${baseUrlMark}/docs${target.page === '' ? '' : `/${target.page}`}${anchor}`
}

function releasesIn(changelog: string): Release[] {
  const slugOf = headingSlugs()
  const [, ...sections] = changelog.split(/^## /m)
  return sections.flatMap((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const slug = slugOf(heading)
    if (heading === 'Unreleased') return []
    const [, version, day] = /^(\d+\.\d+\.\d+(?:-[\w.]+)?) - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? []
    if (version === undefined || day === undefined)
      throw new Error(`The changelog has a heading that is none of a release: ${heading}`)
    return { version, day, slug, markdown: lines.join('\n') }
  })
}
