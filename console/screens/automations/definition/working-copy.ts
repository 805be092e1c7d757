import type { AutomationVersion } from 'postseal'
import { useMemo } from 'preact/hooks'
import { useWorkingCopy, type WorkingCopy } from '../../../state/working-copy.js'
import { contentOf, isSame, type Content } from './content.js'

/** Unsaved content of an automation. */
export type AutomationCopy = WorkingCopy<Content>

/** Keeps the changes of an automation that are not yet saved as a version. */
export function useAutomationCopy(latest: AutomationVersion): AutomationCopy {
  const content = useMemo(() => contentOf(latest), [latest])
  return useWorkingCopy({
    draft: `automation.${latest.automation_id}`,
    version: latest.version,
    latest: content,
    isSame,
    read: readContent,
  })
}

/** Reads stored content; undefined if this version of the console can't read it. */
export function readContent(content: unknown): Content | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const { trigger, steps, exit_on: exits } = content as Partial<Content>
  const isOne = typeof trigger === 'object' && Array.isArray(steps?.steps) && Array.isArray(exits)
  return isOne ? (content as Content) : undefined
}
