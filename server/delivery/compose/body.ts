import { isUtf8 } from 'node:buffer'
import type { Attachment, MessageContent } from './content.js'
import { foldField } from './fold.js'
import { legacyParameterWords, parameterWords } from './parameter.js'
import type { Leaf, Part } from './part.js'
import { encodeBytes, encodeText } from './transfer-encoding.js'

/**
 * The parts of a message, nested as mail readers know them:
 *
 *   mixed( alternative( text, related( html, its images … )), attachments … )
 *
 * where each layer is there only if it has more than one part. What is inline without a `content_id`, or without an
 * HTML body to show it in, stands among the attachments.
 */
export function bodyOf(content: MessageContent): Part {
  const { text, html, attachments } = content
  const shownInHtml = (attachment: Attachment) =>
    html !== null && attachment.disposition === 'inline' && attachment.contentId !== null
  const readable: Part =
    html === null
      ? textLeaf('plain', text)
      : {
          subtype: 'alternative',
          // The best comes last (RFC 2046, section 5.1.4).
          parts: [textLeaf('plain', text), htmlWith(html, attachments.filter(shownInHtml))],
        }
  const others = attachments.filter((attachment) => !shownInHtml(attachment))
  return others.length === 0 ? readable : { subtype: 'mixed', parts: [readable, ...others.map(fileLeaf)] }
}

function htmlWith(html: string, images: readonly Attachment[]): Part {
  const leaf = textLeaf('html', html)
  return images.length === 0 ? leaf : { subtype: 'related', parts: [leaf, ...images.map(fileLeaf)] }
}

function textLeaf(subtype: 'plain' | 'html', text: string): Leaf {
  return { type: [`text/${subtype};`, 'charset=utf-8'], encoded: encodeText(text) }
}

function fileLeaf(attachment: Attachment): Leaf {
  const { filename, contentType, contentId, disposition, content } = attachment
  // A reader would take a text without a charset for ASCII (RFC 2046, section 4.1.2).
  const charset = /^text\//.test(contentType) && isUtf8(content) ? ['charset=utf-8;'] : []
  return {
    type: [`${contentType};`, ...charset, ...legacyParameterWords('name', filename)],
    fields: [
      foldField('Content-Disposition', [`${disposition};`, ...parameterWords('filename', filename)]),
      ...(contentId === null ? [] : [foldField('Content-ID', [`<${contentId}>`])]),
    ],
    encoded: encodeBytes(content),
  }
}
