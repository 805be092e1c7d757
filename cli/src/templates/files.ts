import { localesOf, type Content, type TemplateKind } from './content.js'
import { printManifest } from './folder/manifest.js'
import { bodyFile, manifestFile } from './folder/names.js'
import type { Files } from './folder/write.js'

/** Returns a template as the files in its folder. */
export function filesOf(template: {
  readonly name: string
  readonly kind: TemplateKind
  readonly content: Content
}): Files {
  const { content } = template
  const files = new Map([[manifestFile, printManifest(template)]])
  for (const locale of ['', ...localesOf(content)]) {
    const { html, text } = content.parts.get(locale) ?? {}
    if (html !== undefined) files.set(bodyFile(locale, 'html'), html)
    if (text !== undefined) files.set(bodyFile(locale, 'text'), text)
  }
  return files
}
