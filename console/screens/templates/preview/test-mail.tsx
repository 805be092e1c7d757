import sendRules from 'contract:SendMessageRequest'
import type { AcceptedMessage, SendMessageRequest, Template, TemplateVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { projectOptions, useCurrentProject } from '../../../api/project.js'
import { pathTo } from '../../../state/location.js'
import { useSession } from '../../../state/session.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { LinesField, SelectField, TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'

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
  const { published_version: published } = template
  const versions = [...new Set([version.version, ...(published === null ? [] : [published])])]
  const rules = {
    project_id: { required: true },
    version: { required: true },
    to: { required: true, format: 'email' },
    from_email: { ...sendRules.from_email, required: version.from_email === null },
  }
  return (
    <Dialog title="Send a test" wide onClose={onClose}>
      <div class="stack">
        {isChanged && (
          <Notice kind="warn" title="What is not saved is not sent">
            The test has a saved version. Save first to send what you see.
          </Notice>
        )}
        {sent !== undefined && (
          <Notice
            kind="good"
            title={`Accepted for ${sent.to}`}
            actions={<LinkButton href={pathTo(`messages/${sent.message.id}`)}>Open the message</LinkButton>}
          >
            What becomes of it stands with the message.
          </Notice>
        )}
        {first === undefined ? (
          <Lines what="the projects" />
        ) : (
          <Form<{ message: AcceptedMessage; to: string }>
            rules={rules}
            initial={{
              project_id: first.id,
              to: user.email,
              version: String(version.version),
              variables: JSON.stringify(samples, null, 2),
            }}
            call={{ method: 'POST', path: '/v1/messages', body: (values) => requestOf(values, template.id) }}
            verb="Send the test"
            needs="admin"
            onCancel={onClose}
            submit={async (values) => ({
              message: await client.messages.send(requestOf(values, template.id) as SendMessageRequest),
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
                          ? 'Live: it goes to this address, and only of a version that is or was published.'
                          : 'Test: it goes to the sink and to nobody else.'
                      }
                    />
                  </div>
                  <div class="columns">
                    <TextField
                      name="from_email"
                      label="From"
                      type="email"
                      placeholder={version.from_email ?? 'no-reply@shop.example'}
                      hint={
                        version.from_email === null
                          ? 'The template names no sender.'
                          : 'Empty is the template’s.'
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
                      none="Of the contact, or else the default"
                      options={Object.keys(version.locales).map((tag) => [tag, tag])}
                    />
                  )}
                  <LinesField name="variables" label="Values" mono rows={6} hint="As JSON, by the names." />
                </>
              )
            }}
          </Form>
        )}
      </div>
    </Dialog>
  )
}

function requestOf({ project_id, to, from_email, version, locale, variables }: Values, templateId: string) {
  return {
    project_id: textOf(project_id),
    to: [{ email: textOf(to).trim() }],
    ...(from_email !== undefined && { from_email: textOf(from_email) }),
    template: {
      template_id: templateId,
      version: Number(version),
      ...(locale !== undefined && { locale: textOf(locale) }),
      variables: readValues(textOf(variables)),
    },
  }
}

/** Reads values as JSON. Other texts are sent as they are: the service says that they are not an object. */
function readValues(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
