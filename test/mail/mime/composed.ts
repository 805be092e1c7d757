import fc from 'fast-check'
import iconv from 'iconv-lite'

/** A mail, as it is composed and as it has to be read. */
export interface Composed {
  readonly subject: string
  readonly sender: string
  readonly texts: readonly string[]
  readonly htmls: readonly string[]
  readonly files: readonly { readonly name: string; readonly content: Buffer }[]
  readonly root: Node
}

type Encoding = 'base64' | 'quoted-printable' | '8bit'

type Node =
  | { readonly kind: 'multipart'; readonly type: string; readonly parts: readonly Node[] }
  | {
      readonly kind: 'text'
      readonly html: boolean
      readonly text: string
      readonly charset: string
      readonly encoding: Encoding
    }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly form: NameForm
      readonly content: Buffer
      readonly encoding: Encoding
    }

type NameForm = 'rfc2231' | 'sections' | 'words' | 'utf-8'

/** Some characters that each of the charsets has. */
const scripts = [
  { charset: 'utf-8', characters: 'aZ9 äß€😀日-=_.?' },
  { charset: 'iso-8859-1', characters: 'aZ9 äßñ=' },
  { charset: 'windows-1251', characters: 'aZ9 Привет' },
  { charset: 'iso-2022-jp', characters: 'aZ9 こんにちは日本' },
  { charset: 'shift_jis', characters: 'aZ9 こんにちは日本' },
  { charset: 'gb18030', characters: 'aZ9 你好朱镕' },
  { charset: 'euc-kr', characters: 'aZ9 안녕' },
] as const

/** iconv-lite has no encoder for it. */
const toJis = (text: string) => {
  const pieces = [...text].map((character) =>
    character < '\x80'
      ? Buffer.from(character)
      : Buffer.concat([
          Buffer.from('\x1b$B'),
          Buffer.from(iconv.encode(character, 'euc-jp').map((byte) => byte & 0x7f)),
          Buffer.from('\x1b(B'),
        ]),
  )
  return Buffer.concat(pieces)
}
const toBytes = (text: string, charset: string) =>
  charset === 'iso-2022-jp' ? toJis(text) : iconv.encode(text, charset)

const word = (characters: string, max: number) =>
  fc
    .string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: max })
    .map((text) => `x${text.trim().replace(/ +/g, ' ')}x`)
const encoding = fc.constantFrom<Encoding>('base64', 'quoted-printable', '8bit')

const text = fc.constantFrom(...scripts).chain(({ charset, characters }) =>
  fc.record({
    kind: fc.constant('text' as const),
    html: fc.boolean(),
    text: word(characters, 60),
    charset: fc.constant(charset),
    encoding,
  }),
)
const file = fc.record({
  kind: fc.constant('file' as const),
  name: word('aZ9 äß€😀日-=_.;"%\'', 20),
  form: fc.constantFrom<NameForm>('rfc2231', 'sections', 'words', 'utf-8'),
  content: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  encoding,
})

const { root } = fc.letrec<{ root: Node; node: Node }>((tie) => ({
  node: fc.oneof({ maxDepth: 4, depthSize: 'small' }, text, file, tie('root')),
  root: fc.record({
    kind: fc.constant('multipart' as const),
    type: fc.constantFrom('mixed', 'alternative', 'related', 'signed', 'x-other'),
    parts: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
  }),
}))

/** Any mail of parts within parts, in any charsets and encodings. */
export const composed: fc.Arbitrary<Composed> = fc
  .record({
    root,
    subject: word('aZ9 äß€😀日-=_?', 40),
    sender: fc.oneof(fc.constant(''), word('aZ9 äß€😀日-,.<@"', 20)),
  })
  .map((mail) => {
    const leaves = leavesOf(mail.root)
    const texts = (html: boolean) =>
      leaves.flatMap((leaf) => (leaf.kind === 'text' && leaf.html === html ? [leaf.text] : []))
    const files = leaves.flatMap((leaf) => (leaf.kind === 'file' ? [leaf] : []))
    return { ...mail, texts: texts(false), htmls: texts(true), files }
  })

function leavesOf(node: Node): Node[] {
  return node.kind === 'multipart' ? node.parts.flatMap(leavesOf) : [node]
}

export function toMail({ root: node, subject, sender }: Composed): Buffer {
  const from = sender === '' ? 'ada@example.com' : `${words(sender)} <ada@example.com>`
  const header = `From: ${from}\r\nSubject: ${words(subject)}\r\nMIME-Version: 1.0\r\n`
  return Buffer.from(header + written(node, 'b'), 'latin1')
}

/** A character for each byte, as all below. */
function written(node: Node, boundary: string): string {
  if (node.kind === 'multipart') {
    // Each begins as the one around it.
    const parts = node.parts.map(
      (inner, index) => `\r\n--${boundary}\r\n${written(inner, `${boundary}${String(index)}`)}`,
    )
    return `Content-Type: multipart/${node.type};\r\n boundary="${boundary}"\r\n\r\npreamble${parts.join('')}\r\n--${boundary}--\r\n`
  }
  const encodings = `Content-Transfer-Encoding: ${node.encoding}\r\n`
  if (node.kind === 'text') {
    const type = `text/${node.html ? 'html' : 'plain'}; charset="${node.charset}"`
    return `Content-Type: ${type}\r\n${encodings}\r\n${encoded(toBytes(node.text, node.charset), node.encoding)}`
  }
  const disposition = `Content-Disposition: attachment;\r\n ${nameParameter(node.name, node.form)}\r\n`
  return `Content-Type: application/octet-stream\r\n${disposition}${encodings}\r\n${encoded(node.content, node.encoding)}`
}

function encoded(content: Buffer, as: Encoding): string {
  if (as === '8bit') return content.toString('latin1')
  if (as === 'base64') return content.toString('base64').replace(/.{20}/g, '$&\r\n')
  const codes = [...content].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`)
  return codes.map((code, at) => (at % 7 === 6 ? `${code}=\r\n` : code)).join('')
}

const percents = (value: string) =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)

function nameParameter(name: string, form: NameForm): string {
  if (form === 'utf-8') return `filename="${Buffer.from(name).toString('latin1').replace(/["\\]/g, '\\$&')}"`
  if (form === 'words') return `filename="${words(name)}"`
  if (form === 'rfc2231') return `filename*=utf-8''${percents(name).join('')}`
  // Cut within characters, too.
  return percents(name)
    .map((code, index) => `filename*${String(index)}*=${index === 0 ? "utf-8''" : ''}${code}`)
    .join(';\r\n ')
}

/** Encoded words of a few bytes each, which cut characters. */
function words(value: string): string {
  const bytes = Buffer.from(value)
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) => {
    const piece = bytes.subarray(index * 7, index * 7 + 7)
    if (index % 2 === 0) return `=?utf-8?B?${piece.toString('base64')}?=`
    const codes = [...piece].map((byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    return `=?UTF-8?Q?${codes.join('')}?=`
  }).join('\r\n ')
}
