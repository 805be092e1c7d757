import type { Automation } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { toast } from '../../ui/toast.js'
import { lacksOf, requestOf, type Content, type Refusal } from './content.js'
import { noteAutomation, noteVersion } from './queries.js'
import { refusalsIn } from './refusals.js'
import type { AutomationCopy } from './working-copy.js'

/** Saves what is changed as the next version, unless another was saved meanwhile. */
export function useSave(automation: Automation, copy: AutomationCopy) {
  const [isBusy, setBusy] = useState(false)
  const [checks, setChecks] = useState(0)
  const [refused, setRefused] = useState<{ readonly error: unknown; readonly content: Content }>()
  const { id } = automation
  const run = async () => {
    const { content } = copy
    setRefused(undefined)
    if (lacksOf(content).size > 0) {
      setChecks((count) => count + 1)
      setRefused({
        error: new Error('The automation is not complete yet: what is missing is marked.'),
        content,
      })
      return
    }
    setBusy(true)
    try {
      const now = await client.automations.retrieve(id)
      if (now.latest_version > copy.base) {
        // The notice about that shows by itself.
        await noteAutomation(now)
        return
      }
      const made = await client.automations.createVersion(id, requestOf(content))
      void noteVersion(now, made)
      copy.saved(content, made.version)
      setChecks(0)
      toast(
        made.version > copy.base + 1
          ? `Version ${made.version} is saved. Another was saved just before: compare them.`
          : `Version ${made.version} is saved. It is a draft until it is published.`,
      )
    } catch (error) {
      setRefused({ error, content })
    } finally {
      setBusy(false)
    }
  }
  // What a refusal says holds for what was sent.
  const error = refused?.content === copy.content ? refused.error : undefined
  const refusals: readonly Refusal[] = refusalsOf(error)
  return { run, isBusy, checks, error, refusals }
}

const known = new WeakMap<object, readonly Refusal[]>()
const none: readonly Refusal[] = []

/** The same list for the same error: what is shown begins anew only with a new refusal. */
function refusalsOf(error: unknown): readonly Refusal[] {
  if (typeof error !== 'object' || error === null) return none
  const found = known.get(error) ?? refusalsIn(error)
  known.set(error, found)
  return found
}
