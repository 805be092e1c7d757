import { Liquid } from 'liquidjs'
import type { Renderer } from '../../../server/product/content/rendering/compiling/source.js'
import { bodyHtml, bodyText, layoutHtml, subject, values, variables } from './sample.js'

const layoutId = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'

/** Ways to render the sample as fast as it goes. Each returns mails a second. */
export interface Ways {
  /** The renderer with its processes, for as many callers. */
  rendered(callers: number, seconds: number): Promise<number>
  /** LiquidJS alone, in this thread: templates that were parsed, and nothing else. */
  bare(seconds: number): number
}

/** @param renderer a built one: processes are not started from TypeScript */
export async function waysToRender(renderer: Renderer): Promise<Ways> {
  const workspaceId = 'bench'
  const source = { subject: null, html: layoutHtml, text: null, preheader: null }
  const layout = await renderer.compile(
    workspaceId,
    { kind: 'layout', contents: { '': source }, variables: [], inlineCss: true },
    new Map(),
  )
  const pinnable = {
    templateId: layoutId,
    version: 1,
    kind: 'layout' as const,
    variables: [],
    contents: layout.contents,
  }
  const html = `{% layout '${layoutId}' %}{% block content %}${bodyHtml}{% endblock %}`
  const version = await renderer.compile(
    workspaceId,
    {
      kind: 'message',
      contents: { '': { subject, html, text: bodyText, preheader: null } },
      variables,
      inlineCss: true,
    },
    new Map([[layoutId, pinnable]]),
  )
  const content = version.contents[''] ?? ''
  const request = {
    workspaceId,
    key: 'bench',
    content,
    variables,
    values,
    contact: undefined,
    fillMissing: false,
    warn: false,
  }
  const bare = bareLiquid()
  return {
    rendered: async (callers, seconds) => {
      let count = 0
      const begin = performance.now()
      const end = begin + seconds * 1000
      const call = async () => {
        while (performance.now() < end) {
          await renderer.render(request)
          count += 1
        }
      }
      await Promise.all(Array.from({ length: callers }, call))
      return (count / (performance.now() - begin)) * 1000
    },
    bare: (seconds) => {
      let count = 0
      const begin = performance.now()
      const end = begin + seconds * 1000
      for (; performance.now() < end; count += 1) bare()
      return (count / (performance.now() - begin)) * 1000
    },
  }
}

function bareLiquid(): () => void {
  const strict = { strictVariables: true, strictFilters: true, ownPropertyOnly: true }
  const html = new Liquid({ ...strict, outputEscape: 'escape', templates: { layout: layoutHtml } })
  const text = new Liquid(strict)
  const parsed = {
    subject: text.parse(subject),
    html: html.parse(`{% layout 'layout' %}{% block content %}${bodyHtml}{% endblock %}`),
    text: text.parse(bodyText),
  }
  return () => {
    text.renderSync(parsed.subject, values)
    html.renderSync(parsed.html, values)
    text.renderSync(parsed.text, values)
  }
}
