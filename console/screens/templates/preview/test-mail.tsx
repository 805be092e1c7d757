import sendRules from 'contract:SendMessageRequest'
import type { AcceptedMessage, SendMessageRequest, Template, TemplateVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { projectOptions, useCurrentProject } from '../../../api/project.js'
import { useSenders } from '../../../api/senders.js'
import { pathTo } from '../../../state/location.js'
import { ownAddress, useSession } from '../../../state/session.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { SelectField, TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import {
  firstValuesOf,
  rulesOfVariables,
  sentVariables,
  variableOf,
  type Variable,
} from '../../../ui/variables/values-of-form.js'
import { VariableFields } from '../../../ui/variables/variable-fields.js'

/** Sends a saved version to one address, with the sample values. */
export default function TestMail({
  template,
  version,
  isChanged,
  samples,
  onClose,
}: {
  template: Template
  version: TemplateVersion
  /** True if there are unsaved changes. */
  isChanged: boolean
  samples: Readonly<Record<string, unknown>>
  onClose: () => void
}) {
  const { user } = useSession()
  const { project, projects } = useCurrentProject()
  const [sent, setSent] = useState<{ readonly message: AcceptedMessage; readonly to: string }>()
  const possible = projects.filter(({ id }) => template.project_id === null || id === template.project_id)
  // A live project sends only what is or was published.
  const fits = possible.filter(({ environment }) => version.published_at !== null || environment === 'test')
  const first = fits.find(({ id }) => id === project?.id) ?? fits[0] ?? possible[0]
  const senders = useSenders(first)
  const { published_version: published } = template
  const variables = version.variables.map(variableOf)
  const bodyOf = (values: Values) => requestOf(values, template.id, variables)
  const versions = [...new Set([version.version, ...(published === null ? [] : [published])])]
  const rules = {
    project_id: { required: true },
    version: { required: true },
    to: { required: true, format: 'email' },
    from_email: { ...sendRules.from_email, required: version.from_email === null },
    ...rulesOfVariables(variables),
  }
  return (
    <Dialog title="Send a test" wide onClose={onClose}>
      <div class="stack">
        {isChanged && (
          <Notice kind="warn" title="Unsaved changes are not sent">
            A test sends a saved version. Save first to send what you see.
          </Notice>
        )}
        {sent !== undefined && (
          <Notice
            kind="good"
            title={`Accepted for ${sent.to}`}
            actions={<LinkButton href={pathTo(`messages/${sent.message.id}`)}>Open the message</LinkButton>}
          >
            Its page shows whether it is delivered.
          </Notice>
        )}
        {first === undefined || senders === undefined ? (
          <Lines what="the form" />
        ) : (
          <Form<{ message: AcceptedMessage; to: string }>
            rules={rules}
            initial={{
              project_id: first.id,
              to: ownAddress(user),
              ...(version.from_email === null && { from_email: senders.first }),
              version: String(version.version),
              ...firstValuesOf(variables, samples),
            }}
            call={{ method: 'POST', path: '/v1/messages', body: bodyOf }}
            verb="Send the test"
            needs="admin"
            onCancel={onClose}
            submit={async (values) => ({
              message: await client.messages.send(bodyOf(values) as SendMessageRequest),
              to: textOf(values.to),
            })}
            onDone={setSent}
          >
            {(values) => {
              const isLive = possible.find(({ id }) => id === values.project_id)?.environment === 'live'
              return (
                <>
                  <div class="columns">
                    <TextField name="to" label="To" type="email" />
                    <SelectField
                      name="project_id"
                      label="Project"
                      options={projectOptions(possible)}
                      hint={
                        isLive
                          ? 'Live: the mail goes to this address. Only a version that is or was published can be sent.'
                          : 'Test: the mail goes to the sink and to nobody else.'
                      }
                    />
                  </div>
                  <div class="columns">
                    <TextField
                      name="from_email"
                      label="From"
                      type="email"
                      placeholder={version.from_email ?? 'no-reply@shop.example'}
                      proposals={senders.known}
                      hint={
                        version.from_email === null
                          ? 'The template names no sender.'
                          : 'Leave it empty to send from the template’s address.'
                      }
                    />
                    <SelectField
                      name="version"
                      label="Version"
                      options={versions.map((number) => [
                        String(number),
                        `Version ${number}${number === published ? ', published' : ''}`,
                      ])}
                    />
                  </div>
                  {Object.keys(version.locales).length > 0 && (
                    <SelectField
                      name="locale"
                      label="Language"
                      none="The contact’s, or else the default"
                      options={Object.keys(version.locales).map((tag) => [tag, tag])}
                    />
                  )}
                  <VariableFields of={variables} />
                </>
              )
            }}
          </Form>
        )}
      </div>
    </Dialog>
  )
}

function requestOf(values: Values, templateId: string, variables: readonly Variable[]) {
  const { project_id, to, from_email, version, locale } = values
  return {
    project_id: textOf(project_id),
    to: [{ email: textOf(to).trim() }],
    ...(from_email !== undefined && { from_email: textOf(from_email) }),
    template: {
      template_id: templateId,
      version: Number(version),
      ...(locale !== undefined && { locale: textOf(locale) }),
      variables: sentVariables(variables, values),
    },
  }
}
