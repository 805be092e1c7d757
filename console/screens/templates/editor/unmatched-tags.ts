import { tokensOf } from './html-tokens.js'

/** A tag without its counterpart, or text behind the end of the document. Lines and columns count from 1. */
export interface TagFinding {
  readonly message: string
  readonly line: number
  readonly column: number
}

interface Open {
  readonly name: string
  readonly at: number
}

/** One side of a condition, or the body of a loop: its tags are matched among themselves. */
interface Branch {
  readonly stack: Open[]
}

const words = (text: string) => new Set(text.split(' '))

/** Elements whose end tag HTML lets authors leave out. */
const optional = words(
  'html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp',
)

const begins = words('if unless case for tablerow capture block')
const divides = words('else elsif when')

/**
 * Finds tags without their counterparts in a source of HTML with Liquid. A name that is unmatched in one branch of a
 * condition or a loop is never reported, because another branch may match it.
 */
export function unmatchedTags(source: string): TagFinding[] {
  const found: (Open & { readonly message: string })[] = []
  const loose = new Set<string>()
  const outer: Branch = { stack: [] }
  const branches: Branch[] = [outer]
  const isInBranch = () => branches.length > 1
  const note = (open: Open, message: string) => {
    if (isInBranch()) loose.add(open.name)
    else found.push({ ...open, message })
  }
  const leave = ({ stack }: Branch) => {
    for (const { name } of stack) if (!optional.has(name)) loose.add(name)
  }
  let documentEnd: number | undefined
  for (const token of tokensOf(source)) {
    const { stack } = branches.at(-1) ?? outer
    if (token.kind === 'liquid') {
      const { name } = token
      if (begins.has(name)) branches.push({ stack: [] })
      else if (isInBranch() && (divides.has(name) || begins.has(name.replace(/^end/, '')))) {
        const done = branches.pop()
        if (done !== undefined) leave(done)
        if (divides.has(name)) branches.push({ stack: [] })
      }
      continue
    }
    const { name, at } = token
    if (token.kind === 'unfinished') note({ name, at }, `The tag <${name} has no > at its end.`)
    else if (token.kind === 'open') {
      if (optional.has(name) && stack.at(-1)?.name === name) stack.pop()
      stack.push({ name, at })
    } else {
      if (name === 'html' || name === 'body') documentEnd ??= token.end
      const index = stack.findLastIndex((open) => open.name === name)
      if (index < 0) {
        note({ name, at }, `</${name}> closes nothing: no <${name}> is open here.`)
        continue
      }
      for (const open of stack.splice(index).slice(1)) {
        if (!optional.has(open.name)) note(open, `<${open.name}> is never closed by </${open.name}>.`)
      }
    }
  }
  for (const branch of branches.slice(1)) leave(branch)
  for (const open of outer.stack) {
    if (!optional.has(open.name))
      found.push({ ...open, message: `<${open.name}> is never closed by </${open.name}>.` })
  }
  const behind = documentEnd === undefined ? undefined : textBehind(source, documentEnd)
  return [
    ...found.filter(({ name }) => !loose.has(name)),
    ...(behind === undefined
      ? []
      : [
          {
            at: behind,
            message:
              'Mail programs show this, although it comes after the end of the document. Move it before </body>.',
          },
        ]),
  ]
    .sort((one, other) => one.at - other.at)
    .map(({ at, message }) => ({ message, ...placeAt(source, at) }))
}

function placeAt(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** Returns the position of the first text or output that readers show behind the end of the document. */
function textBehind(source: string, end: number): number | undefined {
  let at = end
  const skip = /\s+|<\/(?:body|html)\s*>|<!--[\s\S]*?(?:-->|$)|\{%[\s\S]*?%\}/iy
  for (;;) {
    skip.lastIndex = at
    const skipped = skip.exec(source)?.[0].length ?? 0
    if (skipped === 0) break
    at += skipped
  }
  return at < source.length ? at : undefined
}
