import { Copy } from '../../icons/icons.js'
import type { Campaign, CreateCampaignRequest } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useDeletion } from '../../api/deletion.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { DeleteButton } from '../../ui/dialogs/dialog.js'
import { messageOf } from '../../ui/notices/notice.js'
import { toast } from '../../ui/notices/toast.js'
import { known } from './data.js'

/** Maximum length of a name, in characters. */
const maxName = 200

/** Creates a draft with the same fields. */
export function CopyButton({ campaign }: { campaign: Campaign }) {
  const { route } = useLocation()
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    try {
      const made = known(await client.campaigns.create(copyOf(campaign)))
      toast(`“${made.name}” was created as a new draft.`)
      route(pathTo(`campaigns/${made.id}`))
    } catch (error) {
      toast(`No copy was made. ${messageOf(error)}`)
    }
    setBusy(false)
  }
  return (
    <Button icon={Copy} busy={busy} onClick={() => void copy()}>
      Copy to a new draft
    </Button>
  )
}

function copyOf(campaign: Campaign): CreateCampaignRequest {
  const { template, audience, from_email, from_name, reply_to, category, variables } = campaign
  const { list_id, segment_id, exclude_segment_id } = audience
  const isDraft = campaign.status === 'draft'
  return {
    project_id: campaign.project_id,
    name: `${[...campaign.name].slice(0, maxName - 7).join('')} (copy)`,
    template: {
      template_id: template.template_id,
      // A scheduled campaign has the version of that time; a new draft takes the published one.
      ...(isDraft && template.version !== null && { version: template.version }),
    },
    audience: {
      ...(list_id !== null && { list_id }),
      ...(segment_id !== null && { segment_id }),
      ...(exclude_segment_id !== null && { exclude_segment_id }),
    },
    ...(from_email !== null && { from_email }),
    ...(from_name !== null && { from_name }),
    ...(reply_to.length > 0 && { reply_to }),
    ...(category !== null && { category }),
    variables,
    rate_per_hour: campaign.rate_per_hour,
    max_delay_seconds: campaign.max_delay_seconds,
    topic: campaign.topic,
  }
}

/** Deletes a draft, or a sent or cancelled campaign with its list of recipients. */
export function DeleteCampaign({
  campaign: { id, name, project_id: project, status },
}: {
  campaign: Campaign
}) {
  const remove = useDeletion(['campaigns', id])
  return (
    <DeleteButton
      what="campaign"
      button="Delete…"
      name={name}
      run={() => remove(client.campaigns.delete(id), pathTo('campaigns', { project }))}
    >
      <p>
        {status === 'draft'
          ? 'This deletes the draft and cannot be undone.'
          : 'This deletes the campaign, its list of recipients and its figures, and cannot be undone. Its messages stay.'}
      </p>
    </DeleteButton>
  )
}
