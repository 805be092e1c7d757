import rules from 'contract:CreateApiKeyRequest'
import type { ApiKey, CreateApiKeyRequest, CreatedApiKey } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { useCurrentProject } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { useMay, useSession } from '../../state/session.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Code, Samples } from '../../ui/code/code.js'
import { CheckField, ChoicesField, ProjectField, SelectField, TextField } from '../../ui/forms/field.js'
import { Form, type Values } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { sampleOf } from '../messages/samples.js'
import { RestrictionFields, restrictionRules, restrictionsOf } from './restrictions.js'
import { scopesOf } from './words.js'

const above = <a href={pathTo('api-keys')}>API keys</a>

const kinds = [
  ['project', 'Project key: acts for one project'],
  ['workspace', 'Workspace key: acts for all projects'],
] as const

/** Creates an API key, and shows it once. */
export function NewKey() {
  const [made, setMade] = useState<CreatedApiKey>()
  const { project } = useCurrentProject()
  const isOwner = useMay('owner')
  if (made !== undefined) return <Made made={made} projectId={made.api_key.project_id ?? project?.id} />
  if (project === undefined) {
    return (
      <Screen title="New API key" above={above}>
        <Lines what="the form" count={6} />
      </Screen>
    )
  }
  return (
    <Screen title="New API key" above={above}>
      <Card>
        <Form<CreatedApiKey>
          rules={{ ...rules, project_id: { ...rules.project_id, required: true }, ...restrictionRules }}
          initial={{ kind: 'project', project_id: project.id, scopes: ['messages:send', 'reports:read'] }}
          draft="api-key"
          call={{ method: 'POST', path: '/v1/api-keys', body: requestOf }}
          verb="Create the key"
          needs="admin"
          submit={(values) => client.apiKeys.create(requestOf(values))}
          onDone={(created) => {
            setMade(created)
            void queries.invalidateQueries({ queryKey: ['api-keys'] })
          }}
        >
          {({ kind, scopes }) => (
            <>
              <TextField
                name="name"
                label="Name"
                placeholder="Shop backend"
                hint="Name the program that uses it. Give each program its own key, so that you can revoke it alone."
              />
              <div class="columns">
                <SelectField name="kind" label="Kind" options={kinds} />
                {kind === 'workspace' ? (
                  <SelectField
                    name="environment"
                    label="Environment"
                    none="Live and test"
                    options={[
                      ['live', 'Live projects only'],
                      ['test', 'Test projects only'],
                    ]}
                  />
                ) : (
                  <ProjectField />
                )}
              </div>
              {kind === 'workspace' && !isOwner && (
                <Notice kind="warn">Only an owner can create a workspace key.</Notice>
              )}
              <ChoicesField name="scopes" label="What it may do" options={scopesOf(kind)} />
              {kind === 'workspace' && Array.isArray(scopes) && scopes.includes('suppressions:*') && (
                <Notice kind="warn" title="Suppressions apply to the whole workspace">
                  <p>Anyone with this key can stop mail to any address, in every project.</p>
                  <CheckField name="privileged" label="Create a key that can do this" />
                </Notice>
              )}
              <fieldset class="stack restrictions">
                <legend>Restrictions</legend>
                <p class="quiet">
                  A narrow key does less harm if it leaks. You can narrow a restriction later, but never widen
                  it.
                </p>
                <RestrictionFields />
              </fieldset>
            </>
          )}
        </Form>
      </Card>
    </Screen>
  )
}

function requestOf(values: Values): CreateApiKeyRequest {
  const { kind, name, project_id, scopes, privileged, environment } = values
  const isWorkspace = kind === 'workspace'
  const allowed = scopesOf(kind).map(([scope]) => scope)
  const chosen = allowed.filter((scope) => (scopes as readonly string[] | undefined)?.includes(scope))
  const restrictions = {
    ...restrictionsOf(values),
    ...(isWorkspace && { environment: (environment as 'live' | 'test' | undefined) ?? null }),
  }
  return {
    kind: isWorkspace ? 'workspace' : 'project',
    name: typeof name === 'string' ? name : '',
    ...(!isWorkspace && { project_id: String(project_id) }),
    scopes: chosen,
    restrictions,
    ...(chosen.includes('suppressions:*') && privileged === true && { privileged }),
  }
}

/** Says where the sample of a new key works. It has the key in it. */
function hintOf({ restrictions }: ApiKey, own: string | null): string {
  const { ip_cidrs: ranges, sender_domains: domains } = restrictions
  const limits = [
    ...(ranges.every((range) => range.replace(/\/(32|128)$/, '') === own)
      ? []
      : [`from ${ranges.join(', ')}`]),
    ...(domains.length === 0 ? [] : [`with a sender at ${domains.join(', ')}`]),
  ]
  const works = limits.length === 0 ? 'Runs as it stands.' : `Works only ${limits.join(' and ')}.`
  return `${works} It contains the key, so keep it out of your shell history.`
}

function Made({
  made: { api_key: key, secret },
  projectId,
}: {
  made: CreatedApiKey
  projectId: string | undefined
}) {
  const session = useSession()
  const sends = key.scopes.includes('messages:send')
  return (
    <Screen
      title={key.name}
      above={above}
      actions={<LinkButton href={pathTo(`api-keys/${key.id}`)}>Open the key</LinkButton>}
    >
      {secret !== null && (
        <Notice kind="warn" title="Store this key now. It is shown only once.">
          <Code text={secret} what="the API key" wrapped />
        </Notice>
      )}
      {secret !== null && sends && projectId !== undefined && (
        <Card title="Try it" hint={hintOf(key, session.ip_address)}>
          <Samples of={sampleOf(projectId, secret)} what="A first message" />
        </Card>
      )}
    </Screen>
  )
}
