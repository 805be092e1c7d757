import { pathTo } from '../../../state/location.js'
import { CheckPart, ChoicePart, withValue } from './parts.js'
import { VariablesPart } from './variables-part.js'
import type { Editing } from '../names.js'

/** The fields of a step that sends a mail. */
export function SendFields({ body, named, onChange }: Editing) {
  const set = (name: string) => (value: unknown) => onChange(withValue(body, name, value))
  const template = named.templates.find(({ id }) => id === body.template_id)
  const versions = Array.from({ length: template?.latest_version ?? 0 }, (_, index) => String(index + 1))
  const isFixed = typeof body.version === 'number'
  return (
    <>
      <ChoicePart
        label="Template"
        part="template_id"
        options={named.templates.map(({ id, name, published_version: published }) => [
          id,
          published === null ? `${name} (not published)` : name,
        ])}
        hint={
          template === undefined ? (
            <a href={pathTo('templates/new')}>New template</a>
          ) : (
            <a href={pathTo(`templates/${template.id}`)}>Open the template</a>
          )
        }
        value={body.template_id}
        onChange={(id) => onChange(withValue(withValue(body, 'version', undefined), 'template_id', id))}
      />
      <ChoicePart
        label="Version"
        part="version"
        none="The version that is published when the mail is sent"
        options={versions.toReversed().map((each) => [each, `Version ${each}`])}
        value={isFixed ? String(body.version) : undefined}
        onChange={(version) => set('version')(version === undefined ? undefined : Number(version))}
      />
      <VariablesPart
        key={template?.id}
        templateId={template?.id}
        version={
          isFixed
            ? Number(body.version)
            : (template?.published_version ?? template?.latest_version ?? undefined)
        }
        value={body.variables}
        onChange={set('variables')}
      />
      {body.transactional !== true && (
        <ChoicePart
          label="Topic"
          part="topic"
          none="None: the link unsubscribes from all campaigns and automations"
          options={named.topics.map(({ key, name }) => [key, name])}
          hint={
            body.topic === undefined ? (
              <a href={pathTo('lists/topics', { project: named.projectId })}>Topics of the project</a>
            ) : (
              'Contacts who opted out of the topic get no mail. Unsubscribing ends this topic only.'
            )
          }
          value={body.topic}
          onChange={set('topic')}
        />
      )}
      <CheckPart
        label="The contact asked for this mail"
        part="transactional"
        hint="For example a receipt. Contacts who opted out receive it too, and it needs no unsubscribe link."
        value={body.transactional}
        onChange={(isIt) =>
          // Transactional mail has no topic.
          onChange(
            isIt
              ? withValue({ ...body, transactional: true }, 'topic', undefined)
              : withValue(body, 'transactional', undefined),
          )
        }
      />
    </>
  )
}
