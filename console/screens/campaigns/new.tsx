import rules from 'contract:CreateCampaignRequest'
import type { Campaign, CreateCampaignRequest } from 'postseal'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { useCurrentProject, useProjectsError } from '../../api/project.js'
import { pathTo } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { ProjectField, SelectField, TextField } from '../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../ui/forms/form.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { known, useMessageTemplates } from './data.js'

const ownRules = { ...rules, template_id: { required: true } }

/** Creates a campaign: the rest is written on its own page. */
export default function NewCampaign() {
  const { project } = useCurrentProject()
  const failed = useProjectsError()
  const { route } = useLocation()
  return (
    <Screen title="New campaign" above={<a href={pathTo('campaigns')}>Campaigns</a>}>
      {project === undefined ? (
        failed.error === null ? (
          <Lines what="the form" count={4} />
        ) : (
          <ErrorNotice error={failed.error} title="The projects could not be loaded" onRetry={failed.retry} />
        )
      ) : (
        <Card>
          <Form<Campaign>
            rules={ownRules}
            initial={{ project_id: project.id }}
            draft="campaign"
            call={{ method: 'POST', path: '/v1/campaigns', body: requestOf }}
            verb="Continue"
            submit={(values) => client.campaigns.create(requestOf(values))}
            onDone={(made) => {
              known(made)
              route(pathTo(`campaigns/${made.id}`))
            }}
          >
            {({ project_id: chosen }) => (
              <>
                <TextField
                  name="name"
                  label="Name"
                  placeholder="Spring sale"
                  hint="For you and your colleagues. Recipients do not see it."
                />
                <ProjectField hint="The campaign goes to contacts of this project. It cannot be changed later." />
                <TemplateField projectId={textOf(chosen)} />
              </>
            )}
          </Form>
        </Card>
      )}
      <p class="quiet">
        The campaign stays a draft until you start it. You choose the audience, the sender and the time next.
      </p>
    </Screen>
  )
}

/** The choice of the campaign's template. */
function TemplateField({ projectId }: { projectId: string }) {
  const { data: templates, error, refetch } = useMessageTemplates(projectId)
  if (error !== null && templates === undefined) {
    return (
      <ErrorNotice error={error} title="The templates could not be loaded" onRetry={() => void refetch()} />
    )
  }
  if (templates?.length === 0) {
    return (
      <Notice
        title="There are no templates yet"
        actions={<LinkButton href={pathTo('templates/new')}>New template</LinkButton>}
      >
        A campaign sends a template, which needs an unsubscribe link.
      </Notice>
    )
  }
  return (
    <SelectField
      name="template_id"
      label="Template"
      isLoading={templates === undefined}
      none={templates === undefined ? 'Loading…' : 'Choose a template'}
      options={(templates ?? []).map(({ id, name, published_version }) => [
        id,
        published_version === null ? `${name} (not published yet)` : name,
      ])}
    />
  )
}

function requestOf({ project_id, name, template_id }: Values): CreateCampaignRequest {
  return {
    project_id: textOf(project_id),
    name: textOf(name),
    template: { template_id: textOf(template_id) },
  }
}
