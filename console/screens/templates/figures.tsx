import type { Template } from 'postseal'
import { useProjects } from '../../api/project.js'
import { MailFigure } from '../../ui/figures/mail-figures.js'
import { Time } from '../../ui/time.js'

/** The recipients of a template's mail. Layouts and partials are not sent by themselves. */
export function Mail({ template, project: shown }: { template: Template; project: string | undefined }) {
  const { data: projects } = useProjects()
  const { id, kind, figures } = template
  if (kind !== 'message' || figures === undefined) return null
  const project = projects?.find((each) => each.id === (shown ?? template.project_id))
  return (
    <MailFigure
      count={figures.accepted}
      what="messages"
      since={figures.since}
      project={project}
      term={`template:${id}`}
    />
  )
}

/** When a template was used last. Uses from before the service counted them are not known. */
export function LastUse({ template: { kind, created_at: created, figures } }: { template: Template }) {
  if (kind !== 'message' || figures === undefined) return null
  const { since, last_accepted_at: last } = figures
  if (last !== null) return <Time at={last} />
  if (created >= since) return <span class="quiet">Never</span>
  return (
    <span class="quiet">
      Not since <Time at={since} />
    </span>
  )
}
