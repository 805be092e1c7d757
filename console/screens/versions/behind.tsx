import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { WorkingCopy } from '../../state/working-copy.js'
import { Button } from '../../ui/controls/button.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { Notice } from '../../ui/notices/notice.js'
import { toast } from '../../ui/notices/toast.js'

/**
 * Tells that another version was saved since the changes began, and lets the person choose.
 *
 * @param props.difference renders the differences between two contents when the person asks for them
 */
export function Behind<Content>({
  copy,
  latest,
  difference,
}: {
  copy: WorkingCopy<Content>
  latest: number
  difference: (before: Content, after: Content) => ComponentChildren
}) {
  const [compares, setCompares] = useState(false)
  return (
    <Notice
      kind="warn"
      title={`Version ${latest} was saved meanwhile`}
      actions={
        <>
          <Button onClick={() => setCompares(true)}>Compare</Button>
          <Button
            onClick={() => {
              const typed = copy.discard()
              toast(`The editor has version ${latest}.`, () => typed && copy.restore(typed))
            }}
          >
            Use version {latest}
          </Button>
          <Button onClick={copy.rebase}>Keep editing mine</Button>
        </>
      }
    >
      Your changes are based on version {copy.base}. Nothing is overwritten: saving creates a newer version.
      {compares && (
        <Dialog title={`Changes from version ${latest} to yours`} wide onClose={() => setCompares(false)}>
          {difference(copy.latest, copy.content)}
        </Dialog>
      )}
    </Notice>
  )
}
