// Cuts out of a text the part that has most of the words that were searched for.
import { wordsOf } from './words.js'

/** Characters of a text that are shown. */
const excerptLength = 140
/** Characters of them that stand before the first word that was found. */
const before = 50

/** @param worth what each word is worth, by what its forms have in common */
export function excerptOf(text, worth) {
  const hits = wordsOf(text).filter(({ stem }) => worth.has(stem))
  if (hits.length === 0) return cut(text, 0)
  let best = { at: 0, value: 0 }
  let to = 0
  for (const [from, { at }] of hits.entries()) {
    while (to < hits.length && hits[to].at < at + excerptLength - before) to++
    const within = new Set(hits.slice(from, to).map(({ stem }) => stem))
    const value = [...within].reduce((sum, stem) => sum + worth.get(stem), 0)
    if (value > best.value) best = { at, value }
  }
  return cut(text, best.at < before ? 0 : text.indexOf(' ', best.at - before) + 1)
}

/** Returns the text from a place on, to the end of a word. */
function cut(text, from) {
  if (from + excerptLength >= text.length) return `${from > 0 ? '… ' : ''}${text.slice(from)}`
  const excerpt = text.slice(from, from + excerptLength).replace(/ \S*$/, '')
  return `${from > 0 ? '… ' : ''}${excerpt} …`
}
