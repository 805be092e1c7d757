import type { MessageContent } from 'postseal'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pathTo } from '../../state/location.js'
import { Button } from '../controls/button.js'

/** Width of a phone, in pixels. */
const phoneWidth = 375

type Attachments = Pick<MessageContent['attachments'][number], 'content' | 'content_id' | 'content_type'>[]

/**
 * A mail as its reader sees it. It is shown in a sandboxed frame without scripts, whose own policy lets it load
 * nothing; images of other servers, which would tell those servers who reads the mail, are loaded only when the
 * person asks for them.
 */
export function MailFrame({
  html,
  attachments,
  isPhone,
  isDark,
  title = 'Rendered mail',
}: {
  html: string
  attachments: Attachments
  isPhone?: boolean
  /**
   * True to show the mail as in a mail program in dark mode: by the mail's own rules for dark mode, or else with its
   * colours inverted.
   */
  isDark?: boolean
  title?: string
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [withImages, setWithImages] = useState(false)
  const [height, setHeight] = useState(320)
  const hasRemote =
    /(?:src|background|srcset)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\//i.test(html)

  /** Makes the frame as high as the mail, within limits, unless the frame is hidden. */
  const fit = () => {
    const root = frame.current?.contentDocument?.documentElement
    if (!root || frame.current?.clientWidth === 0) return
    setHeight(Math.min(2_000, Math.max(160, root.scrollHeight)))
  }
  const fill = () => {
    const inside = frame.current?.contentDocument
    const view = inside?.defaultView
    // Before it has loaded, its document is a blank one with this page's policy.
    if (!inside?.documentElement || !view || inside.URL === 'about:blank') return
    // The frame's own parser: this page's parser would apply this page's policy to the mail's styles.
    const parsed = new view.DOMParser().parseFromString(html, 'text/html')
    for (const image of parsed.querySelectorAll<HTMLImageElement>('img[src^="cid:" i]')) {
      const id = decodeURIComponent(image.getAttribute('src')?.slice('cid:'.length) ?? '')
      const found = attachments.find(({ content_id }) => content_id === id)
      if (found) image.setAttribute('src', `data:${found.content_type};base64,${found.content}`)
    }
    for (const link of parsed.querySelectorAll('a[href], area[href]')) {
      if (!/^\s*(?:https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer')
    }
    // Remove elements that would lead the frame itself elsewhere.
    for (const other of parsed.querySelectorAll('meta[http-equiv], base, script, iframe, object, embed'))
      other.remove()
    shade(parsed, isDark === true)
    inside.documentElement.replaceWith(inside.adoptNode(parsed.documentElement))
    fit()
  }
  useEffect(fill, [html, isPhone, isDark])
  // At another width the lines break elsewhere.
  useEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    let width = current.clientWidth
    const sizes = new ResizeObserver(() => {
      if (current.clientWidth === width) return
      width = current.clientWidth
      fit()
    })
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [withImages])

  return (
    <div class="stack tight">
      {hasRemote && !withImages && (
        <div class="row">
          <span class="small quiet">Remote images are blocked.</span>
          <Button kind="plain" onClick={() => setWithImages(true)}>
            Load them
          </Button>
        </div>
      )}
      <iframe
        key={String(withImages)}
        ref={frame}
        class={`mail-frame ${isDark === true ? 'dark' : ''}`}
        title={title}
        // Same origin, so that this page can put the mail in; without scripts the mail can do nothing with that.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        src={pathTo(withImages ? 'mail-frame/images' : 'mail-frame')}
        style={{ height: `${height}px`, maxWidth: isPhone === true ? `${phoneWidth}px` : undefined }}
        onLoad={fill}
      />
    </div>
  )
}

const darkRule = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi

/** Tells whether a mail has rules of its own for dark mode. */
export function hasDarkRules(html: string): boolean {
  return html.search(darkRule) >= 0
}

/**
 * Turns the mail's rules for dark mode on or off, whatever the scheme of the reader's system is. In dark mode, a mail
 * without such rules has its colours inverted.
 */
function shade(mail: Document, isDark: boolean): void {
  const styles = [...mail.querySelectorAll('style')]
  const own = styles.filter(({ textContent }) => textContent.search(darkRule) >= 0)
  const always = isDark ? '(min-width: 0)' : '(max-width: 0)'
  for (const style of own) style.textContent = style.textContent.replace(darkRule, always)
  if (!isDark || own.length > 0) return
  const inverting = mail.createElement('style')
  inverting.textContent =
    'html { background: #fff; filter: invert(0.92) hue-rotate(180deg) } img { filter: invert(1) hue-rotate(180deg) }'
  mail.head.append(inverting)
}
