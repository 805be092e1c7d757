import type { Converted, Dialect } from '../converted.js'
import { Draft } from '../liquid/draft.js'
import { literal } from '../liquid/literal.js'
import { allVariables } from '../liquid/reference.js'
import { tooDeepAt } from './depth.js'
import { writeProgram } from './program.js'
import type { Work } from './scope.js'
import { read, type Position, type Program } from './tree.js'

/** Converts a template of Handlebars, as a service has it with helpers of its own. */
export function handlebarsToLiquid(source: string, dialect: Dialect, isHtml: boolean): Converted {
  const draft = new Draft(source, isHtml, source.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [])
  const deep = tooDeepAt(source)
  if (deep !== undefined)
    return draft.refused(draft.lineAt(deep), 'the template has too many blocks in each other')
  let program: Program
  try {
    program = read(source)
  } catch (error) {
    const { message } = error as Error
    const line = Number(/on line (\d+)/.exec(message)?.[1] ?? /- (\d+):\d+$/.exec(message)?.[1] ?? 1)
    const reason = message.replace(/^Parse error on line \d+:\n[^]*?\n-*\^\n/, '').replace(/ - \d+:\d+$/, '')
    return draft.refused(line, `the template cannot be read: ${reason.split('\n')[0]?.slice(0, 200) ?? ''}`)
  }
  const begins = [0]
  for (const { index } of source.matchAll(/\r\n?|\n/g))
    begins.push(index + (source.startsWith('\r\n', index) ? 2 : 1))
  const offsetOf = ({ line, column }: Position) => (begins[line - 1] ?? 0) + column
  const work: Work = {
    draft,
    dialect,
    isUnescaped: dialect === 'ses',
    calls: { left: 1000 },
    sourceOf: ({ loc }) => source.slice(offsetOf(loc.start), offsetOf(loc.end)),
    write: (part, around) => writeProgram(part, around, work),
    leave: (node, reason) => {
      if (reason !== '') draft.problem(node.loc.start.line, reason)
      return literal(work.sourceOf(node))
    },
  }
  const text = work.write(program, {
    scope: { reference: allVariables, parent: undefined },
    loop: undefined,
    present: new Set(),
    named: new Map(),
    partials: new Map(),
    inside: [],
    indent: '',
  })
  return draft.done(text)
}
