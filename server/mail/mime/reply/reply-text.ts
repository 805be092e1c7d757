import {
  areDeviceLines,
  isAnnouncement,
  isAttribution,
  isDeviceLine,
  isLink,
  isQuoted,
  labelOf,
  mayLead,
  mayOpen,
  opensByWord,
  plain,
  type Label,
} from './reply-marks.js'

/** Number of characters that are examined. The rest is kept or left out unexamined. */
const maxLooked = 64 * 1024
/** Number of lines that contain a quoted header, with those that it is wrapped to. */
const headerLines = 12
/** Largest number of lines that the line over a quotation is wrapped to. */
const maxWrapped = 4
/** Largest number of lines of a signature below `--` without the space that it should have. */
const maxSignature = 10

interface Line {
  readonly text: string
  readonly plain: string
  readonly isQuoted: boolean
  /** Field that the line may be, of the header of a quoted message. */
  readonly label: Label | undefined
}

/** Lines of one kind, with the blank ones between them. */
interface Block {
  readonly isQuotation: boolean
  readonly lines: string[]
}

/**
 * Returns the part of a reply that is new: without the quoted message, the lines above it, and signatures. If
 * somebody answers between the lines of a quotation, all of it stays. The result consists of lines of the text, in
 * order, and is the whole text if nothing would be left.
 *
 * Whatever the text is, the time grows with its length: the patterns look at one line, or a few. (The packages for
 * this look for quotations in the whole text: email-reply-parser takes 14 s for 32 kB of blank lines.)
 */
export function replyTextOf(text: string): string {
  const cut = text.length > maxLooked ? text.lastIndexOf('\n', maxLooked) + 1 || maxLooked : text.length
  const lines = text.slice(0, cut).split('\n').map(readLine)
  const { blocks, isWhole } = blocksOf(lines)
  const rest = isWhole ? text.slice(cut) : ''
  const fresh = newLines(blocks, rest === '').join('\n') + (rest === '' ? '' : `\n${rest}`)
  const kept = withoutBlankEnds(fresh)
  return kept === '' ? text : kept
}

function readLine(line: string): Line {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  const compared = plain(text)
  return { text, plain: compared, isQuoted: isQuoted(text), label: labelOf(compared) }
}

/** Returns the blocks up to a quotation without marks, and whether that is the whole text. */
function blocksOf(lines: readonly Line[]): { blocks: readonly Block[]; isWhole: boolean } {
  const blocks: Block[] = []
  let blanks: string[] = []
  const add = (isQuotation: boolean, ...added: readonly string[]) => {
    const last = blocks.at(-1)
    if (last?.isQuotation === isQuotation) last.lines.push(...blanks, ...added)
    else blocks.push({ isQuotation, lines: [...blanks, ...added] })
    blanks = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line
    if (line.isQuoted) add(true, line.text)
    else if (line.plain === '') blanks.push(line.text)
    else if (beginsHeader(lines, at)) return { blocks, isWhole: false }
    else {
      const attribution = attributionAt(lines, at)
      if (attribution === undefined) add(false, line.text)
      else if (!attribution.isMarked) return { blocks, isWhole: false }
      else {
        add(true, ...lines.slice(at, at + attribution.length).map((each) => each.text))
        at += attribution.length - 1
      }
    }
  }
  return { blocks, isWhole: true }
}

/** Returns whether a line begins the header of a quoted message, or announces that message. */
function beginsHeader(lines: readonly Line[], at: number): boolean {
  const { plain: first, label } = lines[at] as Line
  if (isAnnouncement(first)) return true
  const isLead = mayLead(first)
  if (!isLead && label === undefined) return false
  const found = new Set<Label>()
  for (const line of lines.slice(at, at + headerLines)) {
    if (line.isQuoted) break
    if (line.label !== undefined) found.add(line.label)
  }
  // An itinerary has all the other fields, too.
  return found.has('from') && found.has('subject') && found.size >= 3 && (!isLead || nextIsLabel(lines, at))
}

function nextIsLabel(lines: readonly Line[], at: number): boolean {
  const next = lines.slice(at + 1, at + 4).find(({ plain: text }) => text !== '')
  return next !== undefined && (next.label !== undefined || mayLead(next.plain))
}

/**
 * Returns the line over a quotation: the number of lines that it covers, and whether the lines below are marked as
 * quoted.
 */
function attributionAt(
  lines: readonly Line[],
  at: number,
): { readonly length: number; readonly isMarked: boolean } | undefined {
  const first = lines[at] as Line
  const isFree = at === 0 || (lines[at - 1] as Line).plain === '' || (lines[at - 1] as Line).isQuoted
  const mayWrap = opensByWord(first.plain) || (isFree && mayOpen(first.plain))
  let text = ''
  for (let length = 1; length <= (mayWrap ? maxWrapped : 1); length += 1) {
    const line = lines[at + length - 1]
    if (line === undefined || line.plain === '' || line.isQuoted) return undefined
    text += `${text === '' || text.endsWith('<') ? '' : ' '}${line.plain}`
    if (!/[:：]$/.test(line.plain)) continue
    const next = lines.slice(at + length, at + length + 4).find((each) => each.plain !== '')
    const isMarked = next?.isQuoted === true
    if (isAttribution(text, isMarked)) return { length, isMarked }
  }
  return undefined
}

/**
 * @param isEnd true if the last block ends the text
 */
function newLines(blocks: readonly Block[], isEnd: boolean): readonly string[] {
  const own = blocks.map((block, index) => {
    if (block.isQuotation) return []
    const lines = index < blocks.length - 1 || isEnd ? withoutSignature(block.lines) : block.lines
    return lines.some((line) => line.trim() !== '') ? lines : []
  })
  const isBetween = (index: number) =>
    blocks.slice(0, index).some(({ isQuotation }) => isQuotation) &&
    blocks.slice(index + 1).some(({ isQuotation }) => isQuotation)
  const isInterleaved = own.some((lines, index) => lines.length > 0 && isBetween(index))
  if (!isInterleaved) return own.flat()
  return blocks.flatMap(({ isQuotation, lines }, index) =>
    isQuotation || index < blocks.length - 1 ? lines : (own[index] ?? []),
  )
}

/** Returns lines without those below `-- `, and without device lines. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  const last = lines.length - lines.toReversed().findIndex((line) => line.trim() !== '')
  const dashes = lines.findIndex(
    (line, at) => line === '-- ' || (/^(?:--|—)\s*$/.test(line) && last - at - 1 <= maxSignature),
  )
  let kept = dashes === -1 ? lines.length : dashes
  for (let end = kept; end > 0; end -= 1) {
    const text = plain(lines[end - 1] ?? '')
    const before = plain(lines[end - 2] ?? '')
    if (isDeviceLine(text)) kept = end - 1
    else if (areDeviceLines(before, text)) {
      end -= 1
      kept = end - 1
    } else if (text !== '' && !isLink(text)) break
  }
  return lines.slice(0, kept)
}

/** Returns a text without the blank lines at its beginning and end. */
function withoutBlankEnds(text: string): string {
  const first = text.length - text.trimStart().length
  if (first === text.length) return ''
  const begin = first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1
  const end = text.indexOf('\n', text.trimEnd().length)
  return text.slice(begin, end === -1 ? text.length : end).replace(/\r$/, '')
}
