/** Both texts where they begin to differ and where they are the same again: word by word. */
function differenceOf(expected: string, found: string) {
  const [wanted, given] = [expected, found].map((text) => text.match(/\s+|[^\s;]+;?|;/g) ?? [])
  const ours = wanted ?? []
  const theirs = given ?? []
  let start = 0
  while (start < ours.length && start < theirs.length && ours[start] === theirs[start]) start++
  let end = 0
  while (
    end < ours.length - start &&
    end < theirs.length - start &&
    ours[ours.length - 1 - end] === theirs[theirs.length - 1 - end]
  ) {
    end++
  }
  const parts = (words: readonly string[]) =>
    [
      words.slice(0, start).join(''),
      words.slice(start, words.length - end).join(''),
      words.slice(words.length - end).join(''),
    ] as const
  return { ours: parts(ours), theirs: parts(theirs) }
}

/**
 * What was found, with what is not as expected marked, and what is not there named.
 *
 * @param props.expected null where there is nothing to compare with
 */
export function Found({ expected, found }: { expected: string | null; found: string }) {
  if (expected === null || expected === found) return <span class="mono wrap">{found}</span>
  const { ours, theirs } = differenceOf(expected, found)
  return (
    <span class="mono wrap">
      {theirs[0]}
      {theirs[1] === '' ? (
        <mark class="lacks">
          <span class="visually-hidden">lacks: </span>
          {ours[1]}
        </mark>
      ) : (
        <mark>
          <span class="visually-hidden">differs: </span>
          {theirs[1]}
        </mark>
      )}
      {theirs[2]}
    </span>
  )
}
