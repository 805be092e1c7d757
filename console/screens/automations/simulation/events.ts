import type { Body } from '../definition/steps.js'

/** Returns the events that a form holds, complete or not. */
export function rowsOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as Body[]) : []
}

/** Returns the events as they are sent. */
export function eventsOf(value: unknown): readonly Body[] {
  return rowsOf(value).filter(({ name }) => typeof name === 'string' && name !== '')
}

/** Throws if an event is incomplete. */
export function checkEvents(value: unknown): void {
  for (const [index, { name, properties }] of rowsOf(value).entries()) {
    if (typeof name !== 'string' || name === '') throw new Error(`Event ${index + 1} has no name.`)
    if (typeof properties === 'string')
      throw new Error(`The properties of event ${index + 1} must be a JSON object.`)
  }
}
