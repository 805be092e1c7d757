// Searches the index of the documentation. An entry of the index is { p: page, h: heading, u: address, t: text }.

/** The max number of places that a search shows. */
const maxFound = 12
/** Characters of a place's text that are shown around the first word that was found. */
const excerptLength = 140

/**
 * Finds the places that have all words of the query, each as the beginning of a word. The best come first: a word in a
 * heading is worth more than one in the text.
 *
 * @returns a list of { entry, excerpt, score }
 */
export function find(index, query) {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const found = []
  for (const entry of index) {
    const score = scoreOf(entry, words)
    if (score > 0) found.push({ entry, score, excerpt: excerptOf(entry.t, words) })
  }
  return found.sort((a, b) => rankOf(a.entry) - rankOf(b.entry) || b.score - a.score).slice(0, maxFound)
}

/**
 * Returns the rank of a place before its score counts. The page about the code is for its readers alone, and the
 * changelog mentions everything once and explains little, so it comes last.
 */
function rankOf({ u }) {
  if (/^changelog(#|$)/.test(u)) return 2
  return /^architecture(#|$)/.test(u) ? 1 : 0
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** 0 where a word of the query is missing. */
function scoreOf(entry, words) {
  const page = wordsOf(entry.p)
  const heading = wordsOf(entry.h)
  const text = entry.t.toLowerCase()
  let score = 0
  for (const word of words) {
    const inHeading = heading.includes(word) ? 12 : heading.some((other) => other.startsWith(word)) ? 8 : 0
    const inPage = page.some((other) => other.startsWith(word)) ? 4 : 0
    const inText = countOf(text, word)
    if (inHeading + inPage + inText === 0) return 0
    score += inHeading + inPage + Math.min(inText, 2)
  }
  // The passage about something has it in the heading and little else there.
  return score + 4 / (1 + heading.length)
}

/** Counts the words of a text that begin with a word. */
function countOf(text, word) {
  let count = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) count++
  }
  return count
}

function excerptOf(text, words) {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at !== -1))
  if (first === Infinity) return text.slice(0, excerptLength)
  const from = first < 50 ? 0 : lower.indexOf(' ', first - 50) + 1
  if (from + excerptLength >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`
  // To the end of a word.
  const excerpt = text.slice(from, from + excerptLength).replace(/ \S*$/, '')
  return `${from > 0 ? '… ' : ''}${excerpt} …`
}
