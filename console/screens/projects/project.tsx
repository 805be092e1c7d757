import { useQuery } from '@tanstack/preact-query'
import rules from 'contract:UpdateProjectRequest'
import { Activity, KeyRound, Mail } from '../../icons/icons.js'
import type { Project } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Samples } from '../../ui/code/code.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { TextField } from '../../ui/forms/field.js'
import { SavedForm } from '../../ui/forms/saved-form.js'
import { Notice } from '../../ui/notices/notice.js'
import { Badge, Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { sampleOf } from '../messages/samples.js'
import { Archive } from './archive.js'
import { Pages } from './pages.js'
import { Tracking } from './tracking.js'

const nameRules = { name: { ...rules.name, required: true } }

/**
 * One project: its name, its tracking, the design of its recipients' pages, links to its mail and keys, sample code,
 * and whether it is in use.
 */
export default function ProjectScreen({ id = '' }: { id?: string }) {
  const query = useQuery({ queryKey: ['projects', id], queryFn: () => client.projects.retrieve(id) })
  const { data: project } = query
  const above = <a href={pathTo('projects')}>Projects</a>
  if (project === undefined) return awaitedScreen({ title: 'Project', above, query })
  const isInUse = project.archived_at === null
  return (
    <Screen
      title={project.name}
      above={above}
      beside={
        <>
          <Badge kind={project.environment}>{project.environment}</Badge>
          {!isInUse && <Status of="archived" />}
        </>
      }
      actions={isInUse && <Links project={project} />}
    >
      {!isInUse && (
        <Notice kind="warn" title="This project is archived">
          It sends nothing new: sends, batches, campaigns and automations are refused. Everything stays
          readable through the API.
        </Notice>
      )}
      <Card>
        <Facts
          of={[
            ['Id', <Copyable key="id" text={project.id} what="the project’s id" />],
            [
              'Environment',
              project.environment === 'live'
                ? 'Live: real people get the mail'
                : 'Test: all mail goes to the sink',
            ],
            ['Created', <Time key="made" at={project.created_at} absolute />],
            ['Archived', isInUse ? undefined : <Time key="archived" at={project.archived_at} absolute />],
          ]}
        />
      </Card>
      <Card title="Name">
        <Rename key={project.id} project={project} />
      </Card>
      <Card title="Opens and clicks">
        <Tracking key={project.id} project={project} />
      </Card>
      <Card title="Pages for recipients">
        <Pages key={project.id} project={project} />
      </Card>
      {isInUse && (
        <Card
          title="Send from this project"
          hint="Runs as is once a key of this project is in your environment."
        >
          <Samples of={sampleOf(project.id)} what="A first message" />
        </Card>
      )}
      <Card title={isInUse ? 'Archive' : 'Restore'}>
        <Archive project={project} />
      </Card>
    </Screen>
  )
}

function Links({ project: { id } }: { project: Project }) {
  return (
    <>
      <LinkButton icon={Mail} href={pathTo('messages', { project: id })}>
        Messages
      </LinkButton>
      <LinkButton icon={Activity} href={pathTo('events', { project: id })}>
        Events
      </LinkButton>
      <LinkButton icon={KeyRound} href={pathTo('api-keys', { project: id })} needs="admin">
        API keys
      </LinkButton>
    </>
  )
}

function Rename({ project }: { project: Project }) {
  return (
    <SavedForm
      isAside
      rules={nameRules}
      initial={{ name: project.name }}
      call={{ method: 'PATCH', path: `/v1/projects/${project.id}` }}
      submit={async (values) => {
        const changed = await client.projects.update(project.id, { name: String(values.name) })
        queries.setQueryData(['projects', project.id], changed)
        await queries.invalidateQueries({ queryKey: ['projects'] })
      }}
    >
      <TextField
        name="name"
        label="Name"
        hint="For your colleagues. Programs use the id, which never changes."
      />
    </SavedForm>
  )
}
