import type { Body } from './steps.js'

/** The events that the service records of a mail, in words for a place before the mail. */
export const mailEvents: Readonly<Record<string, string>> = {
  'message.clicked': 'Clicked in',
  'message.opened': 'Opened',
}

/** Returns the mail whose event a step waits for, if its first condition names one. */
export function mailOf(body: Body): { readonly event: string; readonly key: string } | undefined {
  const [first] = (body.where ?? []) as readonly Body[]
  const event = String(body.name)
  if (mailEvents[event] === undefined || first?.name !== 'step_key' || first.op !== 'eq') return undefined
  return typeof first.value === 'string' ? { event, key: first.value } : undefined
}
