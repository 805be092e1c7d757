import type { Event } from 'postseal'

/** Properties of an event's data that name its subject, the most telling first. */
const names = ['recipient', 'email', 'name', 'url', 'domain', 'subject', 'to'] as const

/** Returns the subject of an event in a few words. */
export function subjectOf({ data }: Event): string {
  const fields = data as Record<string, unknown>
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') return value
  }
  const { recipients } = fields
  if (Array.isArray(recipients)) {
    return (recipients as { email?: unknown }[]).map(({ email }) => String(email)).join(', ')
  }
  const id = Object.entries(fields).find(([name, value]) => name.endsWith('_id') && typeof value === 'string')
  return typeof id?.[1] === 'string' ? id[1] : ''
}
