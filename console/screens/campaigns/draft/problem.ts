import type { CampaignCheck } from 'postseal'
import type { PartName } from './parts.js'

type Problem = CampaignCheck['problems'][number]

/** Ways in which the page itself can solve a problem. */
export type Fix = 'insert-link' | 'publish' | 'domains'

/** Something that a person has to do before the campaign can start. */
export interface Step {
  readonly text: string
  /** Number of the contacts concerned, among those whose mail was rendered; 0 if it is about no contact. */
  readonly contacts: number
  /** Part of the page in which it is done. */
  readonly part: PartName
  /** Name of the field in which it is done, if there is one. */
  readonly field: string | undefined
  /** True if several fields of the same part are concerned; `field` is the first of them. */
  readonly isSeveral?: boolean
  readonly fix: Fix | undefined
}

/** Returns everything that keeps a campaign from starting, each thing once. */
export function stepsOf(problems: readonly Problem[]): readonly Step[] {
  const steps = new Map<string, Step>()
  const add = (step: Step) => {
    const before = steps.get(step.text)
    steps.set(step.text, { ...step, contacts: step.contacts + (before?.contacts ?? 0) })
  }
  const links = problems.flatMap(({ details }) => details).filter(isMissingLink)
  for (const problem of problems) {
    const { code, message, details } = problem
    const part = partOf(problem)
    // The page puts the full stop itself.
    const whole = message.replace(/\.$/, '')
    if (details.length === 0) add({ text: whole, contacts: 0, part, field: undefined, fix: fixOf(code) })
    for (const { path, message: said, code: mistake } of details) {
      if (isMissingLink({ code: mistake })) continue
      const text = said.replace(/ \(for the contact con_\w+\)$/, '').replace(/\.$/, '')
      const isSentence = !/^(?:is|has|must|was|does|names)\b/.test(text)
      add({
        text: isSentence ? text : `${subjectOf(path)} ${text}`,
        contacts: /for the contact con_/.test(said) ? 1 : 0,
        part,
        field: fieldAt(path),
        fix: fixOf(code),
      })
    }
  }
  if (links.length > 0) {
    const text = 'The mail has no unsubscribe link, which every campaign needs'
    add({ text, contacts: 0, part: 'content', field: undefined, fix: 'insert-link' })
  }
  return together([...steps.values()])
}

const missing = /^The variable (\S+) is missing$/

/** Joins the variables that the same number of contacts lack into one thing to do, in the place of the first. */
function together(steps: readonly Step[]): readonly Step[] {
  const isMissing = ({ text, contacts }: Step, of: Step) => missing.test(text) && contacts === of.contacts
  return steps.flatMap((step, index) => {
    const group = missing.test(step.text) ? steps.filter((other) => isMissing(other, step)) : [step]
    if (group.length === 1) return [step]
    if (steps.findIndex((other) => isMissing(other, step)) < index) return []
    const names = group.map(({ text }) => missing.exec(text)?.[1] ?? '')
    return [
      {
        ...step,
        text: `The variables ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are missing`,
        isSeveral: true,
      },
    ]
  })
}

function isMissingLink({ code }: { code: string }): boolean {
  return code === 'unsubscribe_link_missing'
}

function fixOf(code: string): Fix | undefined {
  if (code === 'template_not_published') return 'publish'
  return code === 'sender_domain_not_verified' ? 'domains' : undefined
}

/** Returns the part of the page in which a problem can be solved. */
export function partOf({ code, details }: Problem): PartName {
  if (code.startsWith('segment_')) return 'audience'
  if (code === 'schedule_out_of_range') return 'when'
  const path = details[0]?.path ?? ''
  return /list|segment|audience|topic/.test(path) ? 'audience' : 'content'
}

/** Returns the name of the field of the form that a path of the request leads to. */
function fieldAt(path: string): string | undefined {
  const [first = '', second] = path.split('/').filter((part) => part !== '' && part !== 'body')
  if (first === 'variables') return second === undefined ? undefined : `var:${second}`
  if (first === 'audience') return second
  return ['from_email', 'from_name', 'reply_to', 'category', 'topic'].includes(first) ? first : undefined
}

/** Names the thing that a path leads to, for a sentence that lacks its subject. */
function subjectOf(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'body')
  const [first = '', ...rest] = parts
  if (first === 'variables') return `The variable ${rest.join('.')}`
  if (first === 'template') {
    const locale = rest[0] === 'locales' ? ` in ${rest[1] ?? ''}` : ''
    const field = { html: ' HTML', text: ' text', subject: ' subject' }[rest.at(-1) ?? ''] ?? ''
    return `The template’s${field || ' content'}${locale}`
  }
  const known: Readonly<Record<string, string>> = {
    from_email: 'The sender (From)',
    audience: 'The audience',
    topic: 'The topic',
    scheduled_at: 'The time',
  }
  return known[first] ?? parts.join('.')
}
