import { useQuery } from '@tanstack/preact-query'
import { BookOpen, FileJson } from '../../icons/icons.js'
import { VERSION } from 'postseal'
import { client } from '../../api/client.js'
import { useMay } from '../../state/session.js'
import { apiBase, pathTo } from '../../state/location.js'
import { scheme, type Scheme } from '../../state/preferences.js'
import { Screen } from '../../app/screen.js'
import { useStore } from '../../state/store.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { absoluteText, readersZone, Time } from '../../ui/time.js'
import { SignInSettings } from './sign-in.js'
import { Retention } from './retention.js'
import { WorkspaceName } from './workspace-name.js'

/** The settings of the workspace, and the console's appearance in this browser. */
export default function Settings() {
  const {
    data: workspace,
    error,
    refetch,
  } = useQuery({ queryKey: ['workspace'], queryFn: () => client.workspace.retrieve() })
  const may = useMay('admin')
  return (
    <Screen title="Settings">
      {workspace === undefined ? (
        error === null ? (
          <Lines what="the workspace" count={6} />
        ) : (
          <ErrorNotice
            error={error}
            title="The workspace could not be loaded"
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <Card title="Workspace" hint="For everybody in it.">
            <div class="stack">
              <Facts
                of={[
                  ['Id', <Copyable key="id" text={workspace.id} what="the workspace’s id" />],
                  ['Created', <Time key="made" at={workspace.created_at} absolute />],
                ]}
              />
              <WorkspaceName key={workspace.id} workspace={workspace} />
            </div>
          </Card>
          <Card title="Retention" hint="How long messages, logs and events can be read.">
            <Retention key={workspace.retention_days} workspace={workspace} />
          </Card>
          {may && (
            <Card title="Sign-in" hint="How people of the workspace sign in.">
              <SignInSettings workspace={workspace} />
            </Card>
          )}
        </>
      )}
      <Card title="Appearance" hint="In this browser only.">
        <Appearance />
      </Card>
      <Card
        title="About"
        actions={
          <>
            <LinkButton icon={BookOpen} href={`${apiBase}/docs`} target="_blank">
              Documentation
            </LinkButton>
            <LinkButton icon={FileJson} href={`${apiBase}/openapi.yaml`} target="_blank">
              Contract
            </LinkButton>
          </>
        }
      >
        <Facts
          of={[
            ['Console', `Version ${VERSION}`],
            ['API', <Copyable key="api" text={apiBase} what="the API’s address" />],
            [
              'Contract',
              <>
                <a href={`${apiBase}/openapi.yaml`} target="_blank" rel="noreferrer">
                  openapi.yaml
                </a>{' '}
                or{' '}
                <a href={`${apiBase}/openapi.json`} target="_blank" rel="noreferrer">
                  openapi.json
                </a>
              </>,
            ],
            ['Limits', <a href={pathTo('limits')}>What the operator allows</a>],
          ]}
        />
      </Card>
    </Screen>
  )
}

const schemes: readonly (readonly [Scheme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

function Appearance() {
  const chosen = useStore(scheme)
  return (
    <div class="stack">
      <fieldset>
        <legend>Colours</legend>
        <div class="row settings-choices">
          {schemes.map(([name, label]) => (
            <label key={name} class="row">
              <input type="radio" name="scheme" checked={chosen === name} onChange={() => scheme.set(name)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Facts
        of={[
          [
            'Time zone',
            `${readersZone}, as the browser has it: it is ${absoluteText(new Date())}. All times are shown in it.`,
          ],
        ]}
      />
    </div>
  )
}
