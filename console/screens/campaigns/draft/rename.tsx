import { Pencil } from '../../../icons/icons.js'
import type { Campaign } from 'postseal'
import { useState } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { later } from '../../../ui/loading/later.js'

const RenameDialog = later('the name', () => import('./rename-dialog.js'))

/** Renames the campaign. */
export function Rename({ campaign }: { campaign: Campaign }) {
  const [asks, setAsks] = useState(false)
  const needs = campaign.status === 'scheduled' ? { needs: 'admin' as const } : {}
  return (
    <>
      <Button kind="plain" icon={Pencil} label="Rename" {...needs} onClick={() => setAsks(true)} />
      {asks && <RenameDialog campaign={campaign} {...needs} onClose={() => setAsks(false)} />}
    </>
  )
}
