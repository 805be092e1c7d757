import rules from 'contract:CreateDomainRequest'
import type { Domain } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { CheckField, TextField } from '../../ui/forms/field.js'
import { Form, type Values, textOf } from '../../ui/forms/form.js'

/** Adds a domain, and shows what to publish. */
export function AddDomain({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  return (
    <Dialog title="Add a domain" onClose={onClose}>
      <Form<Domain>
        rules={rules}
        draft="domain"
        call={{ method: 'POST', path: '/v1/domains', body: requestOf }}
        verb="Add"
        needs="admin"
        onCancel={onClose}
        submit={(values) => client.domains.create(requestOf(values))}
        onDone={(domain) => {
          queries.setQueryData(['domains', domain.id], domain)
          void queries.invalidateQueries({ queryKey: ['domains'] })
          route(pathTo(`domains/${domain.id}`))
        }}
      >
        <TextField
          name="name"
          label="Domain"
          placeholder="shop.example"
          mono
          hint="What stands behind the @ of your senders. A domain of its own for this mail, such as mail.shop.example, keeps its reputation apart."
        />
        <CheckField
          name="ed25519"
          label="Sign with an Ed25519 key, too"
          hint="Beside the RSA key that every receiver knows. It needs a second record, and few receivers look at it yet."
        />
      </Form>
    </Dialog>
  )
}

function requestOf({ name, ed25519 }: Values) {
  return { name: textOf(name).trim(), ...(ed25519 === true && { ed25519 }) }
}
