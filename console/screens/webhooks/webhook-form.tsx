import rules from 'contract:UpsertWebhookRequest'
import { APIError, type SavedWebhook, type UpsertWebhookRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { pathTo } from '../../state/location.js'
import { CheckField, ProjectField, SelectField, TextField } from '../../ui/forms/field.js'
import { Form, type FormProps, type Values } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { EventsField } from './events-field.js'
import { foreignFormats, formatNames, typesIn, type WebhookFormat } from './words.js'

/**
 * The form of a webhook: its address, its format, its event types and the projects of its events.
 *
 * @param props.call the call that saves the webhook; `requestOf` builds its body
 */
export function WebhookForm({
  submit,
  ...props
}: Pick<FormProps<SavedWebhook>, 'initial' | 'draft' | 'call' | 'verb' | 'submit' | 'onDone' | 'onCancel'>) {
  const [similar, setSimilar] = useState<string>()
  return (
    <Form<SavedWebhook>
      {...props}
      rules={rules}
      needs="admin"
      submit={async (values) => {
        setSimilar(undefined)
        try {
          return await submit(values)
        } catch (error) {
          setSimilar(similarIn(error))
          throw error
        }
      }}
    >
      {(values) => (
        <>
          <TextField
            name="url"
            label="URL"
            type="url"
            mono
            placeholder="https://shop.example/hooks/postseal"
            hint="Receives signed events by POST, and must answer 2xx within 15 seconds."
          />
          {(similar !== undefined || values.allow_similar === true) && (
            <Notice kind="warn" title="Another webhook has almost the same URL">
              <div class="stack tight">
                <p>If both lead to the same place, it gets each event twice.</p>
                {similar !== undefined && (
                  <p>
                    <a href={pathTo(`webhooks/${similar}`)}>Open the other webhook</a>
                  </p>
                )}
                <CheckField name="allow_similar" label="Create it anyway" />
              </div>
            </Notice>
          )}
          <SelectField
            name="format"
            label="Format"
            none={formatNames.postseal}
            options={foreignFormats}
            hint="The shape of the requests. Choose another service’s for an application that was written for it."
          />
          <EventsField format={formatOf(values)} />
          <div class="columns">
            <ProjectField none="All projects" />
            {values.project_id === undefined && (
              <SelectField
                name="environment"
                label="Environment"
                none="Live and test"
                options={[
                  ['live', 'Live only'],
                  ['test', 'Test only'],
                ]}
              />
            )}
          </div>
          <TextField name="description" label="Description" placeholder="Order service" />
        </>
      )}
    </Form>
  )
}

/** Converts a form's values into the request: an empty field restricts nothing, which is null in the request. */
export function requestOf(values: Values): UpsertWebhookRequest {
  const { url, project_id, environment, description, allow_similar } = values
  const format = formatOf(values)
  const events = (values.events ?? []) as UpsertWebhookRequest['events']
  return {
    url: typeof url === 'string' ? url.trim() : '',
    // Types that were chosen before the format, and that it lacks, are not shown any more.
    events: events.filter((type) => type === '*' || typesIn(format).includes(type)),
    format,
    project_id: (project_id as string | undefined) ?? null,
    // A project has an environment of its own.
    ...(project_id === undefined && {
      environment: (environment as 'live' | 'test' | undefined) ?? null,
    }),
    description: (description as string | undefined) ?? null,
    ...(allow_similar === true && { allow_similar }),
  }
}

function formatOf(values: Values): WebhookFormat {
  return (values.format as WebhookFormat | undefined) ?? 'postseal'
}

/** Returns the id of the webhook with a similar URL, if that is why this one was refused. */
function similarIn(error: unknown): string | undefined {
  if (!(error instanceof APIError) || error.code !== 'webhook_exists_similarly') return undefined
  for (const detail of error.details) {
    if ('webhook_id' in detail && typeof detail.webhook_id === 'string') return detail.webhook_id
  }
  return undefined
}
