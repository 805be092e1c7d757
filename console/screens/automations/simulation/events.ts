import type { Body } from '../definition/steps.js'

/** The events that a form holds, complete or not. */
export function rowsOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as Body[]) : []
}

/** What is sent of the events. */
export function eventsOf(value: unknown): readonly Body[] {
  return rowsOf(value).filter(({ name }) => typeof name === 'string' && name !== '')
}

/** Throws where an event is not complete. */
export function checkEvents(value: unknown): void {
  for (const [index, { name, properties }] of rowsOf(value).entries()) {
    if (typeof name !== 'string' || name === '') throw new Error(`Event ${index + 1} has no name.`)
    if (typeof properties === 'string')
      throw new Error(`The properties of event ${index + 1} are no JSON object.`)
  }
}
