import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:CreateTemplateRequest'
import type { Template } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useProjectsError } from '../../api/project.js'
import { queries } from '../../api/queries.js'
import type { Starter } from '../../starters/index.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { Card } from '../../ui/card.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { RadioField } from '../../ui/forms/radio-field.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { typedValue } from '../../ui/variables/values.js'
import { keepSamples, type Samples } from './preview/samples.js'
import { StarterPreview } from './preview/starter-preview.js'
import { aliasHint, kinds, type Kind } from './words.js'

type Beginning = Partial<Starter['content']>

/** Content with which a template without a starter begins, by kind. It is complete, so that it can be saved. */
const blank: Readonly<Record<Kind, Beginning>> = {
  message: {
    subject: 'Hello {{ name }}',
    html: '<!doctype html>\n<html>\n  <body>\n    <p>Hello {{ name }},</p>\n  </body>\n</html>\n',
    variables: [{ name: 'name', type: 'string', default: 'customer' }],
  },
  layout: {
    html: '<!doctype html>\n<html>\n  <body>\n    {% block %}{% endblock %}\n  </body>\n</html>\n',
    text: '{% block %}{% endblock %}\n',
  },
  partial: {
    html: '<p>{{ text }}</p>\n',
    text: '{{ text }}\n',
    variables: [{ name: 'text', type: 'string' }],
  },
}

/** Creates a template, blank or from a starter, and opens its editor. */
export default function NewTemplate() {
  const { params } = useParams()
  const { route } = useLocation()
  const failed = useProjectsError()
  const { data: starters, isPending } = useQuery({
    queryKey: ['starters'],
    queryFn: async () => (await import('../../starters/index.js')).starters,
    staleTime: Infinity,
    retry: false,
  })
  const above = <a href={pathTo('templates')}>Templates</a>
  // If the starters can't be loaded, a template begins blank.
  if (isPending) {
    return (
      <Screen title="New template" above={above}>
        <Lines what="the starters" count={6} />
      </Screen>
    )
  }
  const bodyOf = (values: Values) => requestOf(values, starters ?? [])
  const kind = params.kind !== undefined && params.kind in kinds ? params.kind : 'message'
  return (
    <Screen title="New template" above={above} hint="A template is a draft until you publish a version.">
      {failed.error !== null && (
        <ErrorNotice error={failed.error} title="The projects could not be loaded" onRetry={failed.retry} />
      )}
      <Card>
        <Form<Template>
          rules={rules}
          initial={{ kind, start: '' }}
          draft="template"
          call={{ method: 'POST', path: '/v1/templates', body: bodyOf }}
          verb="Create the template"
          submit={async (values) => {
            const template = await client.templates.create(bodyOf(values))
            const starter = starterOf(values, starters ?? [])
            if (starter !== undefined) {
              const typed = Object.entries(starter.values).map(([name, value]) => [name, typedValue(value)])
              keepSamples(template.id, { typed: Object.fromEntries(typed) as Samples['typed'], email: '' })
            }
            return template
          }}
          onDone={(template) => {
            void queries.invalidateQueries({ queryKey: ['templates', 'list'] })
            route(pathTo(`templates/${template.id}`))
          }}
        >
          {(values) => (
            <>
              <TextField
                name="name"
                label="Name"
                placeholder="Receipt"
                hint="Shown to people of the workspace, never to recipients."
              />
              <TextField name="alias" label="Alias" placeholder="receipt" hint={aliasHint} />
              <RadioField
                name="kind"
                label="Kind"
                options={Object.entries(kinds).map(([value, { title, hint }]) => ({
                  value,
                  label: title,
                  hint,
                }))}
              />
              <ProjectField
                none="Every project"
                hint="Only sends of this project can use it. Cannot be changed later."
              />
              {textOf(values.kind) === 'message' && (
                <div class="starter-choice">
                  <RadioField
                    name="start"
                    label="Start from"
                    options={[
                      { value: '', label: 'Blank', hint: 'Only a greeting.' },
                      ...(starters ?? []).map(({ id, name, description }) => ({
                        value: id,
                        label: name,
                        hint: description,
                      })),
                    ]}
                  />
                  <PreviewOf starter={starterOf(values, starters ?? [])} />
                </div>
              )}
            </>
          )}
        </Form>
      </Card>
    </Screen>
  )
}

function PreviewOf({ starter }: { starter: Starter | undefined }) {
  if (starter !== undefined) return <StarterPreview key={starter.id} of={starter} />
  return <p class="quiet">Choose a starter to see it here, with sample values.</p>
}

function starterOf(values: Values, starters: readonly Starter[]): Starter | undefined {
  return values.kind === 'message' ? starters.find(({ id }) => id === values.start) : undefined
}

function requestOf(values: Values, starters: readonly Starter[]) {
  const kind = (textOf(values.kind) || 'message') as Kind
  const begin: Beginning = starterOf(values, starters)?.content ?? blank[kind]
  const { subject, preheader, html, text, variables = [] } = begin
  return {
    name: textOf(values.name),
    ...(textOf(values.alias) !== '' && { alias: textOf(values.alias) }),
    kind,
    ...(values.project_id !== undefined && { project_id: textOf(values.project_id) }),
    ...(subject && { subject }),
    ...(preheader && { preheader }),
    ...(html && { html }),
    ...(text && { text }),
    variables: [...variables],
  }
}
