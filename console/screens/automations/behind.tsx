import type { Automation } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { later } from '../../ui/later.js'
import { Notice } from '../../ui/notice.js'
import { toast } from '../../ui/toast.js'
import type { AutomationCopy } from './working-copy.js'

const Compared = later('the difference', () => import('./compared.js'))

/** Another version was saved since the changes began: the person chooses. */
export function Behind({ copy, automation }: { copy: AutomationCopy; automation: Automation }) {
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
