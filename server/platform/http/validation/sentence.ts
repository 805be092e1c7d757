import { tokensOf } from './json-pointer.js'

/** The max length of a shown name. Names in a path come from the client and may have any length. */
const longestShownName = 60

/** Returns a message for people: the first finding as a sentence, and the number of further findings. */
export function sentenceOf(findings: readonly { readonly path: string; readonly message: string }[]): string {
  const [first, ...more] = findings
  if (first === undefined) return 'The request is not valid.'
  const sentence = `${subjectOf(first.path)} ${first.message}`
  const ended = /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
  if (more.length === 0) return ended
  return `${ended} \`details\` names ${more.length === 1 ? 'one more mistake' : `${more.length} more mistakes`}.`
}

/** Returns the subject of the sentence for a path: `/body/to/0/email` becomes `to[0].email`. */
function subjectOf(path: string): string {
  const [place = '', ...tokens] = tokensOf(path).map((token) => shortened(token))
  if (place === 'headers') {
    const name = (tokens[0] ?? '').replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    return `The header ${name}`
  }
  if (place === 'query') return `The query parameter ${tokens.join('.')}`
  if (place === 'body' && tokens.length === 0) return 'The body'
  const names = place === 'body' ? tokens : [place, ...tokens]
  return names
    .map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`))
    .join('')
}

function shortened(name: string): string {
  return name.length > longestShownName ? `${name.slice(0, longestShownName)}…` : name
}
