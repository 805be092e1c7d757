import type { Automation } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { later } from '../../ui/later.js'
import { Notice } from '../../ui/notice.js'
import { toast } from '../../ui/toast.js'
import type { WorkingCopy } from './working-copy.js'

const Compared = later('the difference', () => import('./compared.js'))

/** There are changes that no version has. */
export function Unsaved({ copy }: { copy: WorkingCopy }) {
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
      They are kept in this browser until you save or discard them.
    </Notice>
  )
}

/** Another version was saved since the changes began: the person chooses. */
export function Behind({ copy, automation }: { copy: WorkingCopy; automation: Automation }) {
  const [compares, setCompares] = useState(false)
  const { latest_version: latest } = automation
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
            Take version {latest}
          </Button>
          <Button onClick={copy.rebase}>Go on with mine</Button>
        </>
      }
    >
      Your changes began from version {copy.base}. Nothing is overwritten: saved, yours are a version after
      it.
      {compares && (
        <Dialog title={`From version ${latest} to yours`} wide onClose={() => setCompares(false)}>
          <Compared projectId={automation.project_id} before={copy.latest} after={copy.content} />
        </Dialog>
      )}
    </Notice>
  )
}
