import type { Converted } from '../../../../cli/src/move/templates/convert.js'
import { compileLanguage } from '../../../../server/product/content/rendering/compiling/compile.js'
import { parseContent, renderMail } from '../../../../server/product/content/rendering/render.js'
import type { Variable } from '../../../../server/product/content/rendering/compiling/source.js'
import type { ContactView } from '../../../../server/product/content/rendering/compiling/source.js'

/** Renders a converted template with the service's own functions. */
export function render(
  { text, variables }: Converted,
  values: Readonly<Record<string, unknown>>,
  isHtml: boolean,
  contact?: ContactView,
): string {
  // A template tells numbers from strings only where it compares them. People correct the type where they send one.
  const declared = variables.map((variable): Variable => {
    const { name, type, required = true } = variable
    const value = values[name]
    const given = Array.isArray(value) ? 'array' : (typeof value as Variable['type'] | 'undefined')
    const isScalar = (each: string) => each === 'string' || each === 'number' || each === 'boolean'
    return {
      name,
      type: value !== null && given !== 'undefined' && isScalar(given) && isScalar(type) ? given : type,
      required,
      ...(variable.default !== undefined && { default: variable.default }),
    }
  })
  const { content } = compileLanguage({
    type: 'compile',
    kind: 'message',
    locale: '',
    source: { subject: 'A subject', preheader: null, html: isHtml ? text : null, text: isHtml ? null : text },
    variables: declared,
    inlineCss: false,
    available: [],
  })
  const job = { variables: declared, values: JSON.stringify(values), contact, fillMissing: false, warn: false }
  const { html, text: plain } = renderMail(parseContent(content), job)
  return (isHtml ? html : plain) ?? ''
}
