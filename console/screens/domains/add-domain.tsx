import rules from 'contract:CreateDomainRequest'
import { client } from '../../api/client.js'
import { AddDialog } from '../../ui/dialogs/add-dialog.js'
import { CheckField, TextField } from '../../ui/forms/field.js'
import { type Values, textOf } from '../../ui/forms/form.js'

/** Adds a domain, and shows the records to publish. */
export function AddDomain({ onClose }: { onClose: () => void }) {
  return (
    <AddDialog
      title="New domain"
      rules={rules}
      draft="domain"
      path="/v1/domains"
      requestOf={requestOf}
      create={(request) => client.domains.create(request)}
      verb="Add"
      kept="domains"
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Domain"
        placeholder="shop.example"
        mono
        hint="The part after the @ of your senders. A separate subdomain, such as mail.shop.example, keeps the reputation of this mail apart."
      />
      <CheckField
        name="ed25519"
        label="Sign with an Ed25519 key, too"
        hint="Beside the RSA key that every receiver knows. It needs a second record, and few receivers look at it yet."
      />
    </AddDialog>
  )
}

function requestOf({ name, ed25519 }: Values) {
  return { name: textOf(name).trim(), ...(ed25519 === true && { ed25519 }) }
}
