import type { Template } from 'postseal'
import { client } from '../../../api/client.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { Form } from '../../../ui/forms/form.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { typedOf } from '../editor/content.js'
import { Difference } from './difference.js'
import { notePublished, useVersion } from '../queries.js'

/** Publishes a version, after showing what changes for sends. */
export default function Publish({
  template,
  version,
  onClose,
}: {
  template: Template
  version: number
  onClose: () => void
}) {
  const { id, published_version: published } = template
  const next = useVersion(id, version)
  const before = useVersion(id, published ?? undefined)
  const error = next.error ?? before.error
  return (
    <Dialog title={`Publish version ${version}`} wide onClose={onClose}>
      <div class="stack">
        <p>
          {template.kind === 'message'
            ? 'Sends that give no version will use it.'
            : 'New versions of messages will use it. Existing versions keep theirs.'}
          {published !== null && version < published && ` This goes back from version ${published}.`}
        </p>
        {error !== null && <ErrorNotice error={error} title="What changes could not be loaded" />}
        {published === null ? (
          <p class="quiet">No version has been published yet.</p>
        ) : next.data?.version === version && before.data?.version === published ? (
          <div class="stack tight">
            <h3>What changes from version {published}</h3>
            <Difference before={typedOf(before.data)} after={typedOf(next.data)} />
          </div>
        ) : (
          error === null && <Lines what="what changes" />
        )}
        <Form<Template>
          rules={{}}
          call={{ method: 'POST', path: `/v1/templates/${id}/publish`, body: () => ({ version }) }}
          verb={`Publish version ${version}`}
          needs="admin"
          onCancel={onClose}
          submit={() => client.templates.publish(id, { version })}
          onDone={(changed) => {
            void notePublished(changed, version)
            onClose()
          }}
        >
          {null}
        </Form>
      </div>
    </Dialog>
  )
}
