import { Pencil } from '../../../../icons/icons.js'
import type { Campaign, TemplateVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../../../ui/controls/button.js'
import { later } from '../../../../ui/loading/later.js'

const ChangeSubject = later('the subject', () => import('./change-subject.js'))

/** The subject of the campaign's template, which can be changed here. */
export function Subject({ campaign, version }: { campaign: Campaign; version: TemplateVersion }) {
  const [asks, setAsks] = useState(false)
  const subject = version.subject ?? ''
  return (
    <div class="field">
      <span class="label">Subject</span>
      <div class="row">
        <span class="wrap">{subject}</span>
        <Button
          kind="plain"
          icon={Pencil}
          label="Change the subject"
          needs="admin"
          onClick={() => setAsks(true)}
        />
      </div>
      {asks && <ChangeSubject campaign={campaign} version={version} onClose={() => setAsks(false)} />}
    </div>
  )
}
