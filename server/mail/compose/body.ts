import { isUtf8 } from 'node:buffer'
import type { Steps } from '../../../base/time/time-slice.js'
import type { Attachment, MailContent } from './content.js'
import { foldField } from './fold-field.js'
import { legacyParameterWords, parameterWords } from './parameter.js'
import type { Leaf, Part } from './part.js'
import { encodeBytes, encodeText } from './transfer-encoding.js'

/**
 * Returns the parts of a message, nested as mail readers know them:
 *
 *   mixed( alternative( text, related( html, its images … )), attachments … )
 *
 * where each layer exists only if it has more than one part. An inline file without a `content_id`, or without an
 * HTML body to show it in, is placed among the attachments.
 */
export function* bodyOf(content: MailContent): Steps<Part> {
  const { text, html, attachments } = content
  const shownInHtml = (attachment: Attachment) =>
    html !== null && attachment.disposition === 'inline' && attachment.contentId !== null
  const plain = yield* textLeaf('plain', text)
  const readable: Part =
    html === null
      ? plain
      : {
          subtype: 'alternative',
          // The best alternative comes last (RFC 2046, section 5.1.4).
          parts: [plain, yield* htmlWith(html, attachments.filter(shownInHtml))],
        }
  const others = yield* fileLeaves(attachments.filter((attachment) => !shownInHtml(attachment)))
  return others.length === 0 ? readable : { subtype: 'mixed', parts: [readable, ...others] }
}

function* htmlWith(html: string, images: readonly Attachment[]): Steps<Part> {
  const leaf = yield* textLeaf('html', html)
  return images.length === 0 ? leaf : { subtype: 'related', parts: [leaf, ...(yield* fileLeaves(images))] }
}

function* textLeaf(subtype: 'plain' | 'html', text: string): Steps<Leaf> {
  return { type: [`text/${subtype};`, 'charset=utf-8'], encoded: yield* encodeText(text) }
}

function* fileLeaves(attachments: readonly Attachment[]): Steps<Leaf[]> {
  const leaves: Leaf[] = []
  for (const attachment of attachments) leaves.push(yield* fileLeaf(attachment))
  return leaves
}

function* fileLeaf(attachment: Attachment): Steps<Leaf> {
  const { filename, contentType, contentId, disposition, content } = attachment
  // A reader would take a text without a charset for ASCII (RFC 2046, section 4.1.2).
  const isBareText = /^text\/(?!.*; *charset=)/.test(contentType)
  const charset = isBareText && isUtf8(content) ? ['charset=utf-8;'] : []
  // Words are not split within a quoted string, so that no fold stands there.
  const given = contentType.match(/(?:"[^"]*"|[^";])+/g) ?? []
  return {
    type: [...given.map((word) => `${word.trim()};`), ...charset, ...legacyParameterWords('name', filename)],
    fields: [
      foldField('Content-Disposition', [`${disposition};`, ...parameterWords('filename', filename)]),
      ...(contentId === null ? [] : [foldField('Content-ID', [`<${contentId}>`])]),
    ],
    encoded: yield* encodeBytes(content),
  }
}
