import { useState } from 'preact/hooks'
import type { WorkingCopy } from '../../state/working-copy.js'
import { toast } from '../../ui/notices/toast.js'

/** Calls that load and change a thing with versions. `note` puts a loaded thing into the cache of the queries. */
interface Calls<Thing, Content> {
  readonly retrieve: () => Promise<Thing>
  readonly note: (thing: Thing) => Promise<void>
  /** Saves a content and returns the number of the new version. */
  readonly create: (thing: Thing, content: Content) => Promise<number>
  /** Returns the reason why a content can't be saved as it is; undefined if it can. */
  readonly refuse?: (content: Content) => Error | undefined
}

/**
 * Saves the changes as the next version, unless another version was saved meanwhile.
 *
 * @returns `error` is the refusal, as long as the content is still the one that was sent
 */
export function useSave<Thing extends { readonly latest_version: number }, Content>(
  copy: WorkingCopy<Content>,
  { retrieve, note, create, refuse }: Calls<Thing, Content>,
) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly error: unknown; readonly content: Content }>()
  const run = async () => {
    const { content } = copy
    const lack = refuse?.(content)
    setRefused(lack && { error: lack, content })
    if (lack !== undefined) return
    setBusy(true)
    try {
      const now = await retrieve()
      if (now.latest_version > copy.base) {
        // This shows the notice about the other version.
        await note(now)
        return
      }
      const made = await create(now, content)
      copy.saved(content, made)
      toast(
        made > copy.base + 1
          ? `Version ${made} is saved. Somebody else saved another version just before. Compare them.`
          : `Version ${made} is saved as a draft. Publish it to use it.`,
      )
    } catch (error) {
      setRefused({ error, content })
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, error: refused?.content === copy.content ? refused.error : undefined }
}
