import { createHash } from 'node:crypto'

/** A program's view of a mail, in a form to compare with others'. */
export interface Seen {
  readonly subject: string
  readonly from: unknown
  readonly to: unknown
  readonly cc: unknown
  readonly messageId: string | null
  readonly text: string | null
  readonly html: string | null
  readonly attachments: readonly SeenAttachment[] | string
}

export interface SeenAttachment {
  readonly filename: string | null
  readonly type: string
  /** Digests of the very bytes, and of the content without regard to line ends and white space at the end. */
  readonly exact: Digest
  readonly loose: Digest
}

interface Digest {
  readonly size: number
  readonly sha256: string
}

const digestOf = (content: Buffer): Digest => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** Programs keep line ends of text or write their own. */
export function digestsOf(content: Buffer): Pick<SeenAttachment, 'exact' | 'loose'> {
  const loose = content
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replace(/[\t-\r ]+$/, '')
  return { exact: digestOf(content), loose: digestOf(Buffer.from(loose, 'latin1')) }
}

/**
 * A text without regard to line ends, white space at the ends of lines and empty lines; a long one as its hash. Null
 * where nothing is left.
 */
export function plainly(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .split(/\r\n|\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
  if (plain.length > 2000) return `${String(plain.length)} characters, ${digestOf(Buffer.from(plain)).sha256}`
  return plain === '' ? null : plain
}
