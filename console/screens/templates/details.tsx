import rules from 'contract:UpdateTemplateRequest'
import type { Template, TemplateVersion } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { keepDraft } from '../../state/drafts.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { DeleteButton } from '../../ui/dialogs/dialog.js'
import { Facts, ProjectLink } from '../../ui/facts.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, textOf } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { Time } from '../../ui/time.js'
import { noteTemplate } from './queries.js'
import { forgetSamples } from './preview/samples.js'
import { isUsed, UsedBy, UsersOf, useUses } from './used-by.js'
import { Pins } from './versions/pins.js'
import { aliasHint, kindText } from './words.js'
import { draftOf } from './editor/working-copy.js'

/** The rules of the names. A request can leave the name out; this form has it. */
const namesRules = { ...rules, name: { ...rules['name'], required: true } }

/** The details of a template: its facts, its names, its uses, and the button that deletes it. */
export default function Details({ template, latest }: { template: Template; latest: TemplateVersion }) {
  const { id, name, alias, kind, project_id: projectId } = template
  const { route } = useLocation()
  const uses = useUses(id)
  return (
    <div class="stack">
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={id} what="the template’s id" />],
            ['Kind', kindText(kind)],
            [
              'Project',
              projectId === null ? (
                'Every project of the workspace'
              ) : (
                <ProjectLink key="project" id={projectId} />
              ),
            ],
            ['Created', <Time key="made" at={template.created_at} absolute />],
            ['Updated', <Time key="updated" at={template.updated_at} absolute />],
            [`Version ${latest.version} uses`, <Pins key="pins" version={latest} />],
          ]}
        />
      </Card>
      <UsedBy uses={uses} kind={kind} />
      <Card title="Names">
        <Form<Template>
          rules={namesRules}
          initial={{ name, alias: alias ?? '' }}
          call={{ method: 'PATCH', path: `/v1/templates/${id}` }}
          verb="Save"
          submit={(values) =>
            client.templates.update(id, { name: textOf(values.name), alias: textOf(values.alias) || null })
          }
          onDone={(changed) => void noteTemplate(changed)}
        >
          <TextField name="name" label="Name" />
          <TextField name="alias" label="Alias" hint={aliasHint} />
        </Form>
      </Card>
      <Card
        title="Delete"
        actions={
          <DeleteButton
            what="template"
            button="Delete the template"
            name={name}
            run={async () => {
              await client.templates.delete(id)
              keepDraft(draftOf(id), undefined)
              forgetSamples(id)
              route(pathTo('templates'))
              await queries.invalidateQueries({ queryKey: ['templates', 'list'] })
            }}
          >
            <div class="stack">
              <p>Sends with its id or alias will be refused. This cannot be undone.</p>
              {uses.data !== undefined && isUsed(uses.data) && (
                <Notice kind="warn" title="This template is in use, so it may not be possible to delete it">
                  <UsersOf uses={uses.data} />
                </Notice>
              )}
            </div>
          </DeleteButton>
        }
      >
        <p class="quiet">
          This deletes all versions. Existing messages stay as they are. A template that another template, a
          campaign or an automation uses cannot be deleted.
        </p>
      </Card>
    </div>
  )
}
