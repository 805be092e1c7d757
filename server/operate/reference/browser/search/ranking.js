// Knows the words of the index: in which places each stands, how much it says there, and how rare it is.
import { synonymsOf } from './synonyms.js'
import { askedWords, stemOf, wordsOf } from './words.js'

/** How much a word says in a heading, among the keywords of a place, in the name of its page, and in the text. */
const worth = { heading: 8, keywords: 5.5, page: 1.5, text: 1 }
/** How much of a page's own score each of its places gets. */
const pageShare = 0.35
/** How much more the name of a page says at its beginning than in another heading. */
const wholePage = 1.2
/** How much more a place is worth whose heading and keywords have all words of the question. */
const titleShare = 2.5

/** How much more it is worth where its heading, or one of its keywords, is the question itself. */
const phraseShare = 1

/** What the words are worth that stand in for one of the question. */
const asSynonym = 0.5
const asBeginning = 0.8
const asMistyped = 0.5
/** The max number of words that one word of the question may begin. */
const maxBegun = 40

export class Ranking {
  /** By word: a map from the place's position to what the word is worth there. */
  #places = new Map()
  /** By word: the same for headings, page names and keywords alone. */
  #titles = new Map()
  /** By position: the heading and the keywords, each as its words. */
  #phrases = []
  /** By word: the same for whole pages. */
  #pages = new Map()
  /** The page of each place, by its position. */
  #pageOf
  #count
  /** All words as they are written, by what they have in common. */
  #written = new Map()

  constructor(index) {
    this.#count = index.length
    this.#pageOf = index.map(({ u }) => u.split('#')[0])
    const sections = index.map((entry) => this.#sectionOf(entry))
    this.#phrases = index.map(({ h, k = '' }) => [h, ...k.split(', ')].map((text) => askedWords(text)))
    const mean = meanOf(sections)
    const totals = new Map()
    for (const [position, { words, titles, length }] of sections.entries()) {
      const total = at(totals, this.#pageOf[position], () => ({ words: new Map(), length: 0 }))
      total.length += length
      for (const [stem, count] of words) {
        at(this.#places, stem, newMap).set(position, saturated(count, length / mean))
        total.words.set(stem, (total.words.get(stem) ?? 0) + count)
      }
      for (const [stem, share] of titles) at(this.#titles, stem, newMap).set(position, share)
    }
    const meanPage = meanOf([...totals.values()])
    for (const [page, { words, length }] of totals) {
      for (const [stem, count] of words)
        at(this.#pages, stem, newMap).set(page, saturated(count, length / meanPage))
    }
  }

  /**
   * Returns a word of a question with those that stand in for it.
   *
   * @param mayGoOn whether the word is perhaps not whole yet
   */
  termOf({ stem, word, weight: asked }, mayGoOn) {
    const variants = new Map([[stem, 1]])
    const isKnown = this.#places.has(stem)
    const add = (other, weight) => {
      if (this.#places.has(other) && (variants.get(other) ?? 0) < weight) variants.set(other, weight)
    }
    for (const other of synonymsOf(stem)) add(other, asSynonym)
    if ((mayGoOn || !isKnown) && word.length > 1) {
      let begun = 0
      for (const [written, other] of this.#written) {
        if (written.startsWith(word) && begun++ < maxBegun)
          add(other, isKnown ? asBeginning / 2 : asBeginning)
      }
    }
    if (variants.size === 1 && !isKnown && word.length > 4) {
      for (const [written, other] of this.#written) if (isNear(written, word)) add(other, asMistyped)
    }
    const known = [...variants]
      .filter(([other]) => this.#places.has(other))
      .map(([other, weight]) => ({ stem: other, weight, rarity: asked * this.#rarityOf(other) }))
    return { variants: known, rarity: Math.max(0, ...known.map(({ rarity, weight }) => rarity * weight)) }
  }

  /** The difference between one place and ten says less than that between ten and a hundred. */
  #rarityOf(stem) {
    return Math.log(1 + this.#count / (14 + (this.#places.get(stem)?.size ?? 0)))
  }

  /** Returns what each place is worth that has any of the words, by its position. */
  scores(terms) {
    const all = terms.reduce((sum, { rarity }) => sum + rarity, 0)
    const inPages = sumOf(terms, this.#pages)
    const inTitles = sumOf(terms, this.#titles)
    const scores = new Map()
    for (const [position, { value, covered }] of sumOf(terms, this.#places)) {
      const page = inPages.get(this.#pageOf[position])
      const title = inTitles.get(position) ?? { value: 0, covered: 0 }
      const share = (0.78 * covered + 0.22 * page.covered) / all
      const ofPage = page.value * (page.covered / all) ** 2
      const ofTitle = title.value * (title.covered / all)
      const ofPhrase = title.value === 0 ? 0 : all * this.#likeness(terms, this.#phrases[position])
      // A heading that is one part of the question says little where the rest of it is nowhere on the page.
      scores.set(
        position,
        value * share ** 0.5 + pageShare * ofPage + titleShare * ofTitle + phraseShare * share * ofPhrase,
      )
    }
    return scores
  }

  /** Returns how much one of the phrases is the question: 1 where both have the same words. */
  #likeness(terms, phrases) {
    let best = 0
    for (const phrase of phrases) {
      let asked = 0
      let common = 0
      let own = 0
      for (const { rarity } of terms) asked += rarity
      for (const { stem, weight } of phrase) {
        const value = weight * this.#rarityOf(stem)
        own += value
        const variant = Math.max(
          0,
          ...terms.flatMap(({ variants }) =>
            variants.filter((one) => one.stem === stem).map((one) => one.weight),
          ),
        )
        common += value * variant
      }
      if (own > 0 && asked > 0) best = Math.max(best, Math.min(1, common / asked) * (common / own))
    }
    return best
  }

  /** Counts the words of a place, and what they are worth. */
  #sectionOf({ p, h, t, k = '' }) {
    const words = new Map()
    const titles = new Map()
    const count = (text, value, inTitle = 0) => {
      const found = wordsOf(text)
      for (const { stem, word } of found) {
        words.set(stem, (words.get(stem) ?? 0) + value)
        titles.set(stem, Math.max(titles.get(stem) ?? 0, inTitle))
        this.#written.set(word, stemOf(word))
      }
      return found.length
    }
    // The place about something has it in the heading and little else there.
    count(h, worth.heading, 1 / (1 + 0.19 * wordsOf(h).length))
    count(k, worth.keywords, 0.56)
    if (p !== h) count(p, worth.page, 0.22)
    const length = 20 + count(t, worth.text)
    for (const [stem, share] of titles) if (share === 0) titles.delete(stem)
    // The page of that name is more of an answer than a heading that mentions it.
    if (p === h) for (const { stem } of wordsOf(p)) titles.set(stem, titles.get(stem) * wholePage)
    return { words, titles, length }
  }
}

/** Returns what the words of a question are worth in each place together, and how much of the question they are. */
function sumOf(terms, places) {
  const sums = new Map()
  for (const term of terms) {
    for (const [place, { value, weight }] of bestOf(term, places)) {
      const sum = at(sums, place, () => ({ value: 0, covered: 0 }))
      sum.value += value
      sum.covered += term.rarity * weight
    }
  }
  return sums
}

/** Returns what one word of a question is worth in each place: the best of its variants, and a little of the others. */
function bestOf({ variants }, places) {
  const best = new Map()
  for (const { stem, weight, rarity } of variants) {
    for (const [place, count] of places.get(stem) ?? []) {
      const value = weight * rarity * count
      const before = best.get(place) ?? { value: 0, weight: 0 }
      best.set(place, {
        value: Math.max(before.value, value) + 0.15 * Math.min(before.value, value),
        weight: Math.max(before.weight, weight ** 0.5),
      })
    }
  }
  return best
}

/** Returns less for each further time that a word stands in a place, and less in a long one (BM25). */
function saturated(count, length) {
  return (count * 3) / (count + 2.2 * (0.6 + 0.4 * length))
}

function meanOf(parts) {
  return parts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, parts.length)
}

const newMap = () => new Map()

function at(map, key, make) {
  if (!map.has(key)) map.set(key, make())
  return map.get(key)
}

/** Returns true where one letter is wrong, missing, too many or changed places with the next one. */
function isNear(word, typed) {
  if (Math.abs(word.length - typed.length) > 1 || word[0] !== typed[0]) return false
  let from = 0
  while (from < word.length && word[from] === typed[from]) from++
  const rest = (text, skipped) => text.slice(from + skipped)
  return (
    rest(word, 1) === rest(typed, 1) ||
    rest(word, 0) === rest(typed, 1) ||
    rest(word, 1) === rest(typed, 0) ||
    (word[from] === typed[from + 1] && word[from + 1] === typed[from] && rest(word, 2) === rest(typed, 2))
  )
}
