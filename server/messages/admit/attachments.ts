import { detectMimeType } from 'nodemailer/lib/mime-funcs'
import type { components } from '../../../generated/api-types.js'
import { refusedValue } from '../../http/errors.js'
import { normalizeBase64 } from './base64.js'
import { cleanFilename } from './filename.js'

type Attachment = components['schemas']['Attachment']

/** An attachment that has passed every check. */
export interface NewAttachment {
  readonly filename: string
  readonly contentType: string
  readonly contentId: string | null
  readonly disposition: components['schemas']['Disposition']
  /** In base64, with padding. */
  readonly content: string
}

/** Types whose parts may not be in base64 (RFC 2045, section 6.4): a multipart's inside is ours to write. */
const composite = /^(multipart|message)\//i

const unknownType = 'application/octet-stream'

/**
 * The attachments of a message as they are kept and sent.
 *
 * @param at where the message stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed`
 */
export function admitAttachments(
  attachments: readonly Attachment[] | undefined,
  at: string,
): NewAttachment[] {
  const contentIds = new Set<string>()
  return (attachments ?? []).map((attachment, index) => {
    const here = `${at}/attachments/${index}`
    const filename = cleanFilename(attachment.filename)
    const contentId = attachment.content_id ?? null
    if (contentId !== null && contentIds.has(contentId)) {
      throw refusedValue(`${here}/content_id`, 'duplicate', 'must not repeat that of an earlier attachment')
    }
    if (contentId !== null) contentIds.add(contentId)
    const content = normalizeBase64(attachment.content)
    if (content === undefined) {
      throw refusedValue(
        `${here}/content`,
        'base64',
        'must be base64 of the standard alphabet (RFC 4648, section 4)',
      )
    }
    return {
      filename,
      contentType: mediaTypeOf(attachment.content_type, filename, here),
      contentId,
      disposition: attachment.disposition ?? (contentId === null ? 'attachment' : 'inline'),
      content,
    }
  })
}

function mediaTypeOf(given: string | undefined, filename: string, at: string): string {
  if (given === undefined) {
    const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase()
    const usual = extension === undefined ? unknownType : detectMimeType(extension)
    return composite.test(usual) ? unknownType : usual
  }
  if (composite.test(given)) {
    throw refusedValue(
      `${at}/content_type`,
      'media_type',
      `must not be a multipart or message type: send such a file as ${unknownType}`,
    )
  }
  return given.toLowerCase()
}
