import { useParams } from '../../state/location.js'
import type { WorkingCopy } from '../../state/working-copy.js'
import { toast } from '../../ui/notices/toast.js'

/** Puts an older version's content into the editor and shows it. Unsaved changes that it replaces can be restored. */
export function useRestore<Content>(
  copy: WorkingCopy<Content>,
): (version: number, latest: number, content: Content) => void {
  const { change } = useParams()
  return (version, latest, content) => {
    const before = copy.discard()
    copy.restore({ base: latest, content })
    change({ part: undefined, version: undefined, with: undefined })
    toast(`The editor now has the content of version ${version}.`, () => {
      if (before === undefined) copy.discard()
      else copy.restore(before)
    })
  }
}
