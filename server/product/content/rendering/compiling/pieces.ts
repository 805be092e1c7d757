import { TokenKind, Tokenizer, type TagToken } from 'liquidjs'
import { lastBegin } from './last-begin.js'
import type { Field } from './source.js'

/** A source text: a field of a version, of a layout or of a partial. */
export interface File {
  /** The outside id of a layout or partial; undefined for the version itself. */
  readonly templateId: string | undefined
  readonly field: Field
  readonly locale: string
}

/** The place at which a piece was written. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Place {
  readonly file: File
  readonly line: number
  readonly column: number
}

/** A piece of a template: text that is shown as it is, or one Liquid tag or output. */
export interface Piece {
  readonly text: string
  readonly kind: 'text' | 'tag' | 'output'
  /** Name of the tag; empty for other pieces. */
  readonly tag: string
  /** The piece's place; undefined for text, and for pieces that nobody wrote. */
  readonly place: Place | undefined
}

/** Makes a piece that nobody wrote. */
export function madePiece(text: string, kind: Piece['kind'] = 'text', tag = ''): Piece {
  return { text, kind, tag, place: undefined }
}

/**
 * Splits a source into pieces.
 *
 * @throws TokenizationError if a tag or an output is not closed
 */
export function piecesOf(source: string, file: File): Piece[] {
  let line = 1
  let lineBegin = 0
  let at = 0
  return tokensOf(source).map(({ text, kind, tag, begin }) => {
    for (
      let found = source.indexOf('\n', at);
      found >= 0 && found < begin;
      found = source.indexOf('\n', at)
    ) {
      line += 1
      at = lineBegin = found + 1
    }
    const place = kind === 'text' ? undefined : { file, line, column: begin - lineBegin + 1 }
    return { text, kind, tag, place }
  })
}

/**
 * A template made of pieces in the form that is stored: the places of its tags and outputs are kept beside the text.
 */
export interface Assembled {
  readonly source: string
  /** For each tag and output: the index of its file (-1: nobody wrote it), its line and its column. */
  readonly places: readonly number[]
}

/**
 * Joins pieces.
 *
 * @param files list to which missing files are added
 * @returns undefined if the joined text would be read as other pieces than these
 */
export function assemble(pieces: readonly Piece[], files: File[]): Assembled | undefined {
  const source = pieces.map(({ text }) => text).join('')
  const liquid = pieces.filter(({ kind }) => kind !== 'text')
  const read = tokensOf(source).filter(({ kind }) => kind !== 'text')
  if (read.length !== liquid.length || read.some(({ text }, index) => text !== liquid[index]?.text)) {
    return undefined
  }
  const places = liquid.flatMap(({ place }) =>
    place === undefined ? [-1, 0, 0] : [indexOf(files, place.file), place.line, place.column],
  )
  return { source, places }
}

/** Splits a text that {@link assemble} has joined into its pieces. */
export function takeApart({ source, places }: Assembled, files: readonly File[]): Piece[] {
  let next = 0
  return tokensOf(source).map(({ text, kind, tag }) => {
    if (kind === 'text') return { text, kind, tag, place: undefined }
    const [index = -1, line = 0, column = 0] = places.slice(next, next + 3)
    next += 3
    const file = files[index]
    return { text, kind, tag, place: file && { file, line, column } }
  })
}

/** Finds the original place of the piece at a line and column of a joined text. */
export function placesOf(
  assembled: Assembled,
  files: readonly File[],
): (line: number, column: number) => Place | undefined {
  const pieces = takeApart(assembled, files)
  let end = 0
  const begins = pieces.map(({ text }) => (end += text.length) - text.length)
  const lines = [0]
  for (let at = assembled.source.indexOf('\n'); at >= 0; at = assembled.source.indexOf('\n', at + 1)) {
    lines.push(at + 1)
  }
  return (line, column) => {
    const offset = (lines[line - 1] ?? 0) + column - 1
    return offset < end ? pieces[lastBegin(begins, offset)]?.place : undefined
  }
}

function indexOf(files: File[], file: File): number {
  const found = files.findIndex(
    ({ templateId, field, locale }) =>
      templateId === file.templateId && field === file.field && locale === file.locale,
  )
  return found >= 0 ? found : files.push(file) - 1
}

interface Token extends Pick<Piece, 'text' | 'kind' | 'tag'> {
  readonly begin: number
}

function tokensOf(source: string): Token[] {
  return new Tokenizer(source).readTopLevelTokens().map((token) => ({
    text: source.slice(token.begin, token.end),
    kind: token.kind === TokenKind.HTML ? 'text' : token.kind === TokenKind.Tag ? 'tag' : 'output',
    tag: token.kind === TokenKind.Tag ? (token as TagToken).name : '',
    begin: token.begin,
  }))
}
