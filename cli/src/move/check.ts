import { printableLine } from '../../../base/text/printable.js'
import { shownJson } from '../output/json.js'
import type { Template } from './items.js'
import type { MoveRun } from './move-run.js'
import type { Rendered } from './source.js'
import { rowOf, textOf } from './fields.js'
import { refusalOf, type Postseal } from './targets/postseal.js'
import { prepared } from './templates/content.js'

/** The outcome for a template. */
interface Compared {
  readonly template: string
  readonly result: 'same' | 'different' | 'not_compared'
  readonly differences: readonly string[]
}

/** Renders each template at both services with the same values, and shows the first difference of each part. */
export async function checkTemplates(run: MoveRun, to: Postseal): Promise<void> {
  const { notice, options, other, source, stdout } = run
  const { render, readers, title } = source
  const all: Compared[] = []
  if (render === undefined)
    notice(`This command renders no templates at ${title}, so there is nothing to compare with.`)
  else if (readers.templates !== undefined)
    for await (const { items } of readers.templates(other, { from: undefined, isCount: false }))
      for (const template of items)
        if (template.kind === 'message') all.push(await compare(template, { render, other, to }))
  if (options.json === true) return stdout.line(shownJson({ templates: all }, 2))
  for (const { template, result, differences } of all)
    for (const line of [`${printableLine(template)}: ${result.replace('_', ' ')}`, ...differences])
      await stdout.line(line)
}

async function compare(
  template: Template,
  {
    render,
    other,
    to,
  }: { render: NonNullable<MoveRun['source']['render']>; other: MoveRun['other']; to: Postseal },
): Promise<Compared> {
  const { name } = template
  const content = prepared(template)
  if (content.problems.length > 0)
    return {
      template: name,
      result: 'not_compared',
      differences: content.problems.map((line) => `  ${line}`),
    }
  const { mail, values } = await render(other, template)
  try {
    const here = await renderedHere(to, content.value, values)
    const differences = (['subject', 'html', 'text'] as const).flatMap((part) =>
      template[part] === undefined ? [] : difference(part, mail, here),
    )
    return { template: name, result: differences.length === 0 ? 'same' : 'different', differences }
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === undefined) throw error
    return { template: name, result: 'not_compared', differences: [`  ${printableLine(reason)}`] }
  }
}

async function renderedHere(
  to: Postseal,
  value: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Promise<Rendered> {
  const { name: _, alias: __, kind: ___, ...content } = value
  const declared = Array.isArray(content['variables']) ? content['variables'] : []
  const names = declared.map((each) => textOf(rowOf(each), 'name'))
  const variables = Object.fromEntries(Object.entries(values).filter(([key]) => names.includes(key)))
  const body = { content: { ...content, inline_css: false }, variables, fill_missing: true }
  const mail = await to.preview(body)
  const part = (of: string) => textOf(mail, of) ?? ''
  return { subject: part('subject'), html: part('html'), text: part('text') }
}

/** Returns the first line that differs, apart from white space at the ends of lines. */
function difference(part: keyof Rendered, there: Rendered, here: Rendered): string[] {
  const lines = (text: string) =>
    text
      .trim()
      .split(/\r?\n/)
      .map((line) => line.trim())
  const [old, made] = [lines(there[part]), lines(here[part])]
  const at = Array.from({ length: Math.max(old.length, made.length) }).findIndex((_, n) => old[n] !== made[n])
  if (at < 0) return []
  const shown = (text = '') => printableLine(text, 200)
  return [`  ${part}, line ${at + 1}:`, `  - ${shown(old[at])}`, `  + ${shown(made[at])}`]
}
