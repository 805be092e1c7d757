import type { CampaignCheck } from 'postseal'
import type { PartName } from './parts.js'

type Problem = NonNullable<CampaignCheck['problem']>

/** Returns the part of the page in which a problem can be solved. */
export function partOf({ code, details }: Problem): PartName {
  if (code.startsWith('segment_')) return 'audience'
  if (code === 'schedule_out_of_range') return 'when'
  const path = details[0]?.path ?? ''
  if (/list|segment|audience/.test(path)) return 'audience'
  return 'content'
}

/** Returns a problem's details in words, without repetitions, and the number of contacts concerned. */
export function detailsOf({
  details,
}: Problem): readonly { readonly text: string; readonly contacts: number }[] {
  const found = new Map<string, number>()
  for (const { path, message } of details) {
    const text = message.replace(/ \(for the contact con_\w+\)$/, '')
    const whole = /^(?:is|has|must|was|does)\b/.test(text) ? `${subjectOf(path)} ${text}` : text
    found.set(whole, (found.get(whole) ?? 0) + (text === message ? 0 : 1))
  }
  return [...found].map(([text, contacts]) => ({ text, contacts }))
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
    scheduled_at: 'The time',
  }
  return known[first] ?? parts.join('.')
}
