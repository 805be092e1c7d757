import type { WorkingCopy } from '../../state/working-copy.js'
import { Button } from '../controls/button.js'
import { Notice } from '../notices/notice.js'
import { toast } from '../notices/toast.js'

/** Tells that there are changes that no version has. */
export function Unsaved<Content>({ copy }: { copy: WorkingCopy<Content> }) {
  return (
    <Notice
      title="Unsaved changes"
      actions={
        <Button
          onClick={() => {
            const typed = copy.discard()
            toast('The changes are discarded.', () => typed && copy.restore(typed))
          }}
        >
          Discard
        </Button>
      }
    >
      {copy.isLost
        ? 'This browser cannot keep them. Save before you leave.'
        : 'Kept in this browser until you save or discard them.'}
    </Notice>
  )
}
