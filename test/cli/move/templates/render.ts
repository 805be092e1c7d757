import type { Converted } from '../../../../cli/src/move/templates/convert.js'
import { compileLanguage } from '../../../../server/product/content/rendering/compiling/compile.js'
import { parseContent, renderMail } from '../../../../server/product/content/rendering/render.js'
import type { Variable } from '../../../../server/product/content/rendering/compiling/source.js'
import type { ContactView } from '../../../../server/product/content/rendering/compiling/source.js'

/** Returns the type that a value has to be declared with; undefined for no value. */
export function typeOf(value: unknown): Variable['type'] | undefined {
  if (value === null || value === undefined) return undefined
  return Array.isArray(value) ? 'array' : (typeof value as Variable['type'])
}

/** Renders a converted template with the service's own functions. */
export function render(
  { text, variables }: Converted,
  values: Readonly<Record<string, unknown>>,
  isHtml: boolean,
  contact?: ContactView,
): string {
  const declared = variables.map((variable): Variable => ({
    ...variable,
    required: variable.required ?? true,
  }))
  const { content } = compileLanguage({
    type: 'compile',
    kind: 'message',
    locale: '',
    source: { subject: 'A subject', preheader: null, html: isHtml ? text : null, text: isHtml ? null : text },
    variables: declared,
    inlineCss: false,
    available: [],
  })
  const job = {
    variables: declared,
    values: JSON.stringify(values),
    contact,
    fillMissing: false,
    warn: false,
  }
  const { html, text: plain } = renderMail(parseContent(content), job)
  return (isHtml ? html : plain) ?? ''
}
