import type { Content, Refusal } from './content.js'
import { pointersOf } from './steps.js'

/**
 * Assigns the service's messages to the parts that they are about: to the ids of steps and cases, or the names of the
 * other parts.
 */
export function placed(content: Content, refusals: readonly Refusal[]): ReadonlyMap<string, string> {
  const pointers = pointersOf(content.steps)
  const found = new Map<string, string>()
  for (const { pointer, message } of refusals) {
    let at = pointer
    while (at !== '' && !pointers.has(at)) at = at.slice(0, at.lastIndexOf('/'))
    const id = pointers.get(at) ?? pointer.split('/')[1] ?? 'steps'
    found.set(id, found.has(id) ? `${found.get(id)} ${message}` : message)
  }
  return found
}

/** Returns the refusals of the rule at a pointer, with pointers that start at the rule. */
export function refusalsOf(refusals: readonly Refusal[], pointer: string): readonly Refusal[] {
  return refusals
    .filter((each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`))
    .map((each) => ({ ...each, pointer: each.pointer.slice(pointer.length) }))
}
