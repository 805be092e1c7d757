import type { Automation } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useSave } from '../../versions/use-save.js'
import { lacksOf, requestOf, type Refusal } from './content.js'
import { noteAutomation, noteVersion } from '../queries.js'
import { refusalsIn } from './refusals.js'
import type { AutomationCopy } from './working-copy.js'

/**
 * Saves the changes of an automation as its next version, if nothing is missing.
 *
 * @returns `checks` counts the attempts to save for which something was missing
 */
export function useSaveAutomation({ id }: Automation, copy: AutomationCopy) {
  const [checks, setChecks] = useState(0)
  const save = useSave(copy, {
    retrieve: () => client.automations.retrieve(id),
    note: noteAutomation,
    create: async (now: Automation, content) => {
      const made = await client.automations.createVersion(id, requestOf(content))
      void noteVersion(now, made)
      setChecks(0)
      return made.version
    },
    refuse: (content) => {
      if (lacksOf(content).size === 0) return undefined
      setChecks((count) => count + 1)
      return new Error('The automation is not complete. Fill in the marked fields.')
    },
  })
  return { ...save, checks, refusals: refusalsOf(save.error) }
}

const known = new WeakMap<object, readonly Refusal[]>()
const none: readonly Refusal[] = []

/** Returns the same list for the same error, so that the page reacts only to a new refusal. */
function refusalsOf(error: unknown): readonly Refusal[] {
  if (typeof error !== 'object' || error === null) return none
  const found = known.get(error) ?? refusalsIn(error)
  known.set(error, found)
  return found
}
