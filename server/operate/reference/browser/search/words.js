// Makes of a text the words that the search compares: in small letters, without endings.

/** Words that a question has for its grammar alone. */
const emptyWords = new Set(
  (
    'a about am an and any anyone are as at be been being but by can cannot cant could did didnt do does doesnt ' +
    'doing dont done else far for from getting goes going had has have having he her here him his how i if im ' +
    'in into is isnt it its ive just let like many me more most much my need needs now of often old on one or our ' +
    'out own per please quickly really s same say says shall she should so some t than that the their them then ' +
    'there these they this those through to together too us via want wants was way ways we were what when where ' +
    'which while who whom whose why will with without would you your'
  ).split(' '),
)

/** Words that say what to do with the thing that the words beside them name. */
const faintWords = new Set(
  (
    'able add adds allow another bring call change check choose configure configured connect correct ' +
    'correctly create different disable edit enable ever example examples exist find fix get give go ' +
    'got handle help instead issue keep know look make manage mean multiple name never new not possible ' +
    'problem put right run says see set setting setup several show shows something start support ' +
    'supported switch take tell thing times try turn turned update up use used using view work working ' +
    'works wrong'
  ).split(' '),
)
/** How much one of them counts, or a small number. */
const faint = 0.45

/** Words that are one, however they are written: "sign in", "sign-in", "signin". */
const compounds = new RegExp(
  '\\b(sign|log|opt|set|warm|back|time|roll|dry|double|rate|web|white|allow|block|black|e|end|dead|key|work|node|next|nest|nuxt)[- .]' +
    '(ins?|outs?|up|off|back|on|run|optin|limit(?:s|ed|ing)?|hooks?|list(?:s|ed|ing)?|mail(?:s|ed|ing)?|' +
    'letters?|flows?|js)\\b',
  'gi',
)

/** The other ways to write a word. */
const spellings = new Map([
  ['email', 'mail'],
  ['emails', 'mail'],
  ['emailing', 'mail'],
  ['organisation', 'organization'],
  ['organisations', 'organization'],
  ['nodejs', 'node'],
  ['colour', 'color'],
  ['colours', 'color'],
  ['centre', 'center'],
])

const stems = new Map()

/**
 * Returns the words of a text with their places. A name such as `sendMessage` or `message_logs` counts as a whole, and
 * so do its parts.
 *
 * @returns a list of { stem, word, at }
 */
export function wordsOf(text) {
  const words = []
  for (const { 0: found, index: at } of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    const word = found.toLowerCase()
    words.push({ stem: stemOf(word), word, at })
    const parts = found.split(/_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter((part) => part !== '')
    if (parts.length === 1) continue
    for (const part of parts) words.push({ stem: stemOf(part.toLowerCase()), word, at })
  }
  for (const { 1: first, 2: second, index: at } of text.matchAll(compounds)) {
    const word = (first + second).toLowerCase()
    words.push({ stem: stemOf(word), word, at })
  }
  return words
}

/**
 * Returns the words of a question that say what it is about; all of them where none does.
 *
 * @returns a list of { stem, word, weight }
 */
export function askedWords(query) {
  const text = query.replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '').replaceAll(compounds, '$1$2')
  const words = wordsOf(text).map(({ stem, word }) => ({ stem, word, weight: isFaint(word) ? faint : 1 }))
  const telling = words.filter(({ word }) => !emptyWords.has(word))
  const chosen = telling.length > 0 ? telling : words
  return chosen.filter(({ stem }, at) => chosen.findIndex((other) => other.stem === stem) === at)
}

function isFaint(word) {
  return faintWords.has(word) || /^\d$|^[013-9]\d$/.test(word)
}

/** Returns what a word has in common with its other forms: `verify` and `verified`, `bounce` and `bouncing`. */
export function stemOf(word) {
  let stem = stems.get(word)
  if (stem === undefined) {
    const known = spellings.get(word) ?? word
    stem = /^[a-z]{4,}$/.test(known) ? shortened(known) : known
    stems.set(word, stem)
  }
  return stem
}

const endings = [
  [/(?:ies|ied)$/, 'y'],
  [/(?:ss)es$/, 'ss'],
  [/(?<![su])s$/, ''],
  [/(?<=[aeiouy].*)(?:ing|ed)$/, ''],
]
const derived = [
  [/(?<=.{3})ification$/, 'ify'],
  [/(?<=.{3})i[sz](?:ation|e|er)$/, 'iz'],
  [/(?<=.{3})ations?$/, 'ate'],
  [/(?<=.{2}pt|.{2}ct|.{2}ss|.{3}t)ions?$/, ''],
  [/(?<=.{4})(?:ment|able|ible)$/, ''],
  [/(?<=.{4})(?:ly|er|or|al)$/, ''],
]

function shortened(word) {
  let stem = word
  for (const [ending, instead] of endings) stem = stem.replace(ending, instead)
  // "Stopped" and "planning" double what they end with; "call" and "pass" end so themselves.
  if (stem !== word && /([bdgmnprt])\1$/.test(stem)) stem = stem.slice(0, -1)
  for (const [ending, instead] of derived) stem = stem.replace(ending, instead)
  stem = stem.replace(/(?<=.{2})(?:ate|e)$/, '').replace(/y$/, 'i')
  return stem
}
