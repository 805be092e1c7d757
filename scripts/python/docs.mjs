// Descriptions of the contract as docstrings.

const WIDTH = 110
const QUOTES = '"""'

/**
 * The lines of a docstring, wrapped and indented; none without a description.
 *
 * @param description Markdown, as the contract has it
 */
export function docstring(description, indent) {
  const text = paragraphs(description ?? '')
  if (text.length === 0) return []
  const [first, ...others] = text.flatMap((paragraph, index) => [
    ...(index > 0 && !isItem(paragraph) ? [''] : []),
    ...wrapped(index > 0 ? paragraph : QUOTES + paragraph, WIDTH - QUOTES.length - indent.length),
  ])
  if (others.length === 0) return [indent + first + QUOTES]
  return [first, ...others, QUOTES].map((line) => (line === '' ? '' : indent + line))
}

/**
 * The first sentence of a description. The reference has the rest, which would be 4 kB more to download.
 * A list of values and what they mean stays whole.
 */
export function firstSentence(description) {
  if (description === undefined || /^`[^`]+`: /.test(description)) return description
  const text = description.trim().replace(/\s+/g, ' ')
  return /^.*?\.(?= [A-Z`]|$)/.exec(text)?.[0] ?? text
}

const isItem = (line) => /^(- |\d+\. |\|)/.test(line)

/** Lines that belong together as one; an item of a list stays apart. */
function paragraphs(description) {
  const safe = description.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"')
  return safe
    .split(/\n\s*\n/)
    .flatMap((block) => block.trim().split(/\n(?=\s*(?:- |\d+\. |\|))/))
    .map((block) => block.trim().replace(/\s+/g, ' '))
    .filter((block) => block !== '')
}

function wrapped(text, width) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
