import rules from 'contract:UpdateDomainRequest'
import { Pencil } from '../../icons/icons.js'
import type { Domain } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { TextField } from '../../ui/forms/field.js'
import { textOf } from '../../ui/forms/form.js'
import { Status } from '../../ui/status.js'
import type { Meaning } from '../../ui/meaning.js'
import { Time } from '../../ui/time.js'

/** Words, meaning and effect on the domain's mail, by the status of its own return path. */
const uses: Readonly<Record<string, readonly [words: string, meaning: Meaning, effect: string]>> = {
  active: ['In use', 'good', 'Mail leaves with it: SPF aligns with the domain in From, beside DKIM.'],
  pending: [
    'Not in use yet',
    'neutral',
    'Until a check of the verified domain finds it, mail leaves with the return path of the service: only DKIM aligns.',
  ],
  broken: [
    'Not in use',
    'warn',
    'The record is no longer found. Until it is back, mail leaves with the return path of the service: only DKIM aligns.',
  ],
  not_needed: ['Not needed', 'off', 'Mail leaves with the return path of the service in any case.'],
}

/** Says whether mail leaves with the domain's own return path, since when, and what that means. */
export function ReturnPath({ domain: sender }: { domain: Domain }) {
  const [renames, setRenames] = useState(false)
  const { domain, status, since } = sender.return_path
  const [words, meaning, effect] = uses[status] ?? [status, 'neutral', '']
  return (
    <Card
      title="Own return path"
      actions={
        <Button kind="plain" icon={Pencil} needs="admin" onClick={() => setRenames(true)}>
          Change the name
        </Button>
      }
    >
      <div class="stack tight">
        <p class="row">
          <span class="mono wrap">{domain}</span>
          <Status of={status} as={meaning}>
            {words}
          </Status>
          {since !== null && (
            <span class="small quiet">
              since <Time at={since} absolute />
            </span>
          )}
        </p>
        <p class="small quiet wrap">{effect}</p>
      </div>
      {renames && <Rename sender={sender} onClose={() => setRenames(false)} />}
    </Card>
  )
}

/** Gives the return path another name below the domain, which has to be published again. */
function Rename({ sender, onClose }: { sender: Domain; onClose: () => void }) {
  return (
    <FormDialog<Domain>
      title="Change the name of the return path"
      onClose={onClose}
      rules={rules}
      initial={{ return_path_label: sender.return_path.label }}
      call={{ method: 'PATCH', path: `/v1/domains/${sender.id}` }}
      verb="Change"
      needs="admin"
      submit={(values) =>
        client.domains.update(sender.id, { return_path_label: textOf(values.return_path_label).trim() })
      }
      onDone={(domain) => {
        queries.setQueryData(['domains', domain.id], domain)
        void queries.invalidateQueries({ queryKey: ['domains'] })
        onClose()
      }}
    >
      <TextField
        name="return_path_label"
        label="Name"
        mono
        hint={
          `The part before ${sender.name}. Mail leaves with it once its record is published. ` +
          'Bounces to the old name still arrive: leave its record in place.'
        }
      />
    </FormDialog>
  )
}
