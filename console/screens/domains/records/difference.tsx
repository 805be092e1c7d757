/** Minimum length of a word, such as a key, whose differences are marked letter by letter. */
const longWord = 60

/** A text in three parts: an expected one, a different one, and an expected one. */
type Parts = readonly [before: string, different: string, after: string]

/** Returns the lengths of the common beginning and the common end of two sequences. */
function bounds(ours: ArrayLike<string>, theirs: ArrayLike<string>): { start: number; end: number } {
  const most = Math.min(ours.length, theirs.length)
  let start = 0
  while (start < most && ours[start] === theirs[start]) start++
  let end = 0
  while (end < most - start && ours[ours.length - 1 - end] === theirs[theirs.length - 1 - end]) end++
  return { start, end }
}

/** Compares two texts word by word, and letter by letter if only one long word differs. */
function differenceOf(expected: string, found: string): { ours: Parts; theirs: Parts } {
  const wordsOf = (text: string) => text.match(/\s+|[^\s;]+;?|;/g) ?? []
  const [ours, theirs] = [wordsOf(expected), wordsOf(found)]
  const { start, end } = bounds(ours, theirs)
  const parts = (words: readonly string[]): Parts => [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ]
  const whole = { ours: parts(ours), theirs: parts(theirs) }
  const [a, b] = [whole.ours[1], whole.theirs[1]]
  if (Math.min(a.length, b.length) < longWord || /\s/.test(a + b)) return whole
  const letters = bounds(a, b)
  const narrowed = ([before, different, after]: Parts): Parts => [
    before + different.slice(0, letters.start),
    different.slice(letters.start, different.length - letters.end),
    different.slice(different.length - letters.end) + after,
  ]
  return { ours: narrowed(whole.ours), theirs: narrowed(whole.theirs) }
}

/**
 * The found value, with its differences from the expected one marked, and the missing text shown.
 *
 * @param props.expected null if there is nothing to compare with
 */
export function Found({ expected, found }: { expected: string | null; found: string }) {
  if (expected === null || expected === found) return <span class="mono wrap">{found}</span>
  const { ours, theirs } = differenceOf(expected, found)
  const [before, different, after] = theirs
  const isLacking = different === ''
  return (
    <span class="mono wrap">
      {before}
      <mark class={isLacking ? 'lacks' : undefined}>
        <span class="visually-hidden">{isLacking ? 'lacks: ' : 'differs: '}</span>
        {isLacking ? ours[1] : different}
      </mark>
      {after}
    </span>
  )
}
