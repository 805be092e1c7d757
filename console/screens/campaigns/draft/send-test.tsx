import rules from 'contract:TestCampaignRequest'
import type { Campaign, CampaignTest, TestCampaignRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { ownAddress, useSession } from '../../../state/session.js'
import { Button } from '../../../ui/controls/button.js'
import { FormDialog } from '../../../ui/dialogs/form-dialog.js'
import { LinesField } from '../../../ui/forms/field.js'
import { type Values } from '../../../ui/forms/form.js'
import { Status } from '../../../ui/status.js'

/** Sends the saved mail to a few addresses. */
export function SendTest({
  campaign: { id, environment },
  contact,
  onClose,
}: {
  campaign: Campaign
  /** Contact whose mail is sent; if undefined, the service takes some contact of the audience. */
  contact: { readonly id: string; readonly email: string } | undefined
  onClose: () => void
}) {
  const { user } = useSession()
  // A test project’s mail goes to nobody, so any address will do.
  const own = ownAddress(user) ?? (environment === 'test' ? 'ada@example.com' : undefined)
  const [sent, setSent] = useState<CampaignTest>()
  const body = (values: Values) => requestOf(values, contact?.id)
  return (
    <FormDialog<CampaignTest>
      title={sent === undefined ? 'Send a test' : 'The test is on its way'}
      onClose={onClose}
      outcome={sent && <Sent test={sent} onClose={onClose} />}
      rules={rules}
      initial={{ to: own === undefined ? [] : [own] }}
      call={{ method: 'POST', path: `/v1/campaigns/${id}/test`, body }}
      verb="Send the test"
      submit={(values) => client.campaigns.test(id, body(values))}
      onDone={setSent}
    >
      <p class="quiet">
        Sends the mail as {contact?.email ?? 'a contact of the audience'} would get it. It is not counted in
        the campaign, and its unsubscribe link does nothing.
        {environment === 'test' && ' This is a test project, so the mail goes to the sink.'}
      </p>
      <LinesField
        name="to"
        label="To"
        list
        rows={3}
        placeholder="you@example.com"
        hint={
          environment === 'test'
            ? 'One address a line, at most 5.'
            : 'One address a line, at most 5. Only admins can send to people outside the workspace.'
        }
      />
    </FormDialog>
  )
}

function Sent({ test, onClose }: { test: CampaignTest; onClose: () => void }) {
  return (
    <div class="stack">
      <ul class="stack tight">
        {test.messages.map((message) => (
          <li key={message.id} class="row spread">
            <a class="wrap" href={pathTo(`messages/${message.id}`)}>
              {message.recipients.map(({ email }) => email).join(', ')}
            </a>
            <Status of={message.status} />
          </li>
        ))}
      </ul>
      <div class="row">
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

function requestOf({ to }: Values, contactId: string | undefined): TestCampaignRequest {
  const lines = Array.isArray(to) ? (to as string[]) : []
  return {
    to: lines.map((line) => line.trim()).filter((line) => line !== ''),
    ...(contactId !== undefined && { contact_id: contactId }),
  }
}
