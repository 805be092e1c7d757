import rules from 'contract:UpdateProjectRequest'
import type { Project, UpdateProjectRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { apiBase } from '../../state/location.js'
import { Field, SelectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf, useForm, type Values } from '../../ui/forms/form.js'
import { later } from '../../ui/loading/later.js'
import { LogoField } from './logo-field.js'

const own = rules.pages?.properties ?? {}
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })
const languages = (own.language?.enum ?? []).map((value) => {
  const tag = String(value)
  return [
    tag,
    tag === 'auto' ? 'The language of the reader’s browser' : (languageNames.of(tag) ?? tag),
  ] as const
})
const Preview = later('the preview', () => import('./page-preview.js'))

type Choice = NonNullable<UpdateProjectRequest['pages']>

/** Returns the design to send. The logo is a long text, so it is sent only if it has changed. */
function chosen(values: Values, { pages: before }: Project): Choice {
  const logo = textOf(values.logo) || null
  return {
    accent_color: textOf(values.accent_color) || null,
    name: textOf(values.name) || null,
    language: (textOf(values.language) || 'auto') as NonNullable<Choice['language']>,
    ...(logo !== (before.logo ?? null) && { logo }),
  }
}

/** Shortens the logo for display. */
const abridged = ({ logo, ...others }: Choice): Choice => ({
  ...others,
  ...(logo !== undefined && { logo: logo === null ? null : `${logo.slice(0, 40)}…` }),
})

/** The design of the pages on which the project's recipients confirm and unsubscribe. */
export function Pages({ project }: { project: Project }) {
  const [saved, setSaved] = useState(false)
  const { accent_color, name, language, logo } = project.pages
  return (
    <div class="stack">
      <p>
        Recipients confirm and unsubscribe on pages of this service, which can have the project’s logo, colour
        and language.{' '}
        <a href={`${apiBase}/docs/guide/contacts-and-lists#page-appearance`} target="_blank" rel="noreferrer">
          Where these settings show
        </a>
      </p>
      <Form
        rules={own}
        initial={{
          accent_color: accent_color ?? undefined,
          name: name ?? undefined,
          language,
          logo: logo ?? undefined,
        }}
        call={{
          method: 'PATCH',
          path: `/v1/projects/${project.id}`,
          body: (values) => ({ pages: abridged(chosen(values, project)) }),
        }}
        verb="Save"
        needs="admin"
        isAside
        submit={async (values) => {
          setSaved(false)
          const changed = await client.projects.update(project.id, { pages: chosen(values, project) })
          queries.setQueryData(['projects', project.id], changed)
          await queries.invalidateQueries({ queryKey: ['projects'] })
        }}
        onDone={() => setSaved(true)}
      >
        {(values) => (
          <div class="columns">
            <div class="stack">
              <LogoField />
              <ColourField />
              <TextField
                name="name"
                label="Sender name"
                hint={`Shown to recipients. Default: ${project.name}.`}
              />
              <SelectField name="language" label="Language" options={languages} />
              <p role="status" class={saved ? 'quiet' : 'visually-hidden'}>
                {saved && 'Saved. The pages look like this from now on.'}
              </p>
            </div>
            <Preview
              {...(textOf(values.logo) !== '' && { logo: textOf(values.logo) })}
              {...(isColour(textOf(values.accent_color)) && { accent_color: textOf(values.accent_color) })}
              name={textOf(values.name) || project.name}
              language={textOf(values.language)}
            />
          </div>
        )}
      </Form>
    </div>
  )
}

/** A field for a colour, typed or picked. */
function ColourField() {
  const { values, set, leave } = useForm()
  const colour = textOf(values.accent_color)
  return (
    <Field
      name="accent_color"
      label="Button colour"
      hint="Text and lines get enough contrast automatically. Default: blue."
    >
      {(input) => (
        <div class="colour-field">
          <input
            type="color"
            aria-label="Pick the button colour"
            disabled={input.disabled}
            value={isColour(colour) ? colour.toLowerCase() : '#0a5aa8'}
            onInput={(event) => set('accent_color', event.currentTarget.value)}
          />
          <input
            {...input}
            name="accent_color"
            class="mono"
            spellcheck={false}
            autocomplete="off"
            placeholder="#0a5aa8"
            value={colour}
            onInput={(event) => set('accent_color', event.currentTarget.value.trim() || undefined)}
            onBlur={() => leave('accent_color')}
          />
        </div>
      )}
    </Field>
  )
}

/** Tells whether a colour is complete, as in `#rrggbb`. */
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
