import type { AutomationVersion } from 'postseal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from '../../state/drafts.js'
import { contentOf, isSame, type Content } from './content.js'

/** What was changed, and the version that it began from. */
export interface Typed {
  readonly base: number
  readonly content: Content
}

/** What is being written of an automation. */
export interface WorkingCopy {
  /** What was changed, or else what the latest version has. */
  readonly content: Content
  readonly latest: Content
  readonly base: number
  readonly isChanged: boolean
  /** Whether another version was saved since the changes began. */
  readonly isBehind: boolean
  readonly set: (content: Content) => void
  /** Takes what was changed for a change of the latest version. */
  readonly rebase: () => void
  /** Goes back to the latest version. What was changed is handed back, so that it can be restored. */
  readonly discard: () => Typed | undefined
  readonly restore: (typed: Typed) => void
  /** Says that a content is a version by now. What was changed while it was saved stays. */
  readonly saved: (content: Content, version: number) => void
}

/** Milliseconds after which what is changed is kept. */
const rest = 250

/** Keeps a draft a moment after it changed, and at the latest when the page is left. */
function useKeptDraft(name: string, values: Record<string, unknown> | undefined): void {
  const latest = useRef(values)
  latest.current = values
  const kept = useRef(values)
  useEffect(() => {
    const keep = () => {
      if (kept.current === latest.current) return
      kept.current = latest.current
      keepDraft(name, latest.current)
    }
    const timer = setTimeout(keep, rest)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [name, values])
  useEffect(
    () => () => {
      if (kept.current !== latest.current) keepDraft(name, latest.current)
    },
    [name],
  )
}

/** What was changed of an automation and is not saved as a version. It is kept in this browser. */
export function useWorkingCopy(latest: AutomationVersion): WorkingCopy {
  const draft = `automation.${latest.automation_id}`
  const [typed, setTyped] = useState<Typed | undefined>(() => readDraft(draft))
  const ofLatest = useMemo(() => contentOf(latest), [latest])
  // A save ends later than it began: what is there by then.
  const current = useRef(typed)
  current.current = typed
  const values = useMemo(() => (typed === undefined ? undefined : { ...typed }), [typed])
  useKeptDraft(draft, values)
  const put = (next: Typed | undefined) => {
    current.current = next
    setTyped(next)
  }
  const isChanged = useMemo(
    () => typed !== undefined && !isSame(typed.content, ofLatest),
    [typed?.content, ofLatest],
  )
  const base = typed?.base ?? latest.version
  return {
    content: typed?.content ?? ofLatest,
    latest: ofLatest,
    base,
    isChanged,
    isBehind: isChanged && base < latest.version,
    set: (content) =>
      put(isSame(content, ofLatest) ? undefined : { base: current.current?.base ?? latest.version, content }),
    rebase: () => typed && put({ ...typed, base: latest.version }),
    discard: () => {
      put(undefined)
      return typed
    },
    restore: put,
    saved: (content, version) => {
      const now = current.current
      put(now === undefined || now.content === content ? undefined : { base: version, content: now.content })
    },
  }
}

/** What was kept; what this version of the console can't read counts as nothing. */
export function readContent(content: unknown): Content | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const { trigger, steps, exit_on: exits } = content as Partial<Content>
  const isOne = typeof trigger === 'object' && Array.isArray(steps?.steps) && Array.isArray(exits)
  return isOne ? (content as Content) : undefined
}

function readDraft(name: string): Typed | undefined {
  const { base, content } = takeDraft(name) ?? {}
  const read = readContent(content)
  return typeof base === 'number' && read !== undefined ? { base, content: read } : undefined
}
