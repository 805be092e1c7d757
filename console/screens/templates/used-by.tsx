import { useQuery } from '@tanstack/preact-query'
import type { Template, TemplateUses } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Badge, Status } from '../../ui/status.js'

/** Maximum number of users of each sort that the service names. */
const max = 100

/** Loads the uses of a template. */
export function useUses(id: string) {
  return useQuery({ queryKey: ['templates', id, 'uses'], queryFn: () => client.templates.retrieveUses(id) })
}

/** Tells whether anything uses a template. */
export function isUsed({ templates, campaigns, automations }: TemplateUses): boolean {
  return templates.length + campaigns.length + automations.length > 0
}

const nobody: Readonly<Record<string, string>> = {
  message: 'No campaign or automation uses this template. Programs may still send it by its id.',
  layout: 'No template uses this one.',
  partial: 'No template uses this one.',
}

/** The templates, campaigns and automations that use a template. */
export function UsedBy({
  uses: { data, error, refetch },
  kind,
}: {
  uses: ReturnType<typeof useUses>
  kind: Template['kind']
}) {
  return (
    <Card title="Used by" hint="A template in use cannot be deleted.">
      {data === undefined && error !== null && (
        <ErrorNotice error={error} title="Its uses could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Lines what="its uses" count={2} />}
      {data !== undefined &&
        (isUsed(data) ? (
          <UsersOf uses={data} />
        ) : (
          <p class="quiet">{nobody[kind] ?? 'Nothing uses this template.'}</p>
        ))}
    </Card>
  )
}

/** Links to the templates, campaigns and automations that use a template. */
export function UsersOf({ uses: { templates, campaigns, automations } }: { uses: TemplateUses }) {
  const isCut = [templates, campaigns, automations].some(({ length }) => length >= max)
  return (
    <>
      <ul class="template-users">
        {templates.map(({ template_id: id, name, published, latest }) => (
          <li key={id}>
            <span class="wrap">
              <span class="quiet">Template</span> <a href={pathTo(`templates/${id}`)}>{name}</a>
            </span>
            <Badge>
              {published ? (latest ? 'published' : 'published, but not the latest') : 'latest version'}
            </Badge>
          </li>
        ))}
        {campaigns.map(({ campaign_id: id, name, status }) => (
          <li key={id}>
            <span class="wrap">
              <span class="quiet">Campaign</span> <a href={pathTo(`campaigns/${id}`)}>{name}</a>
            </span>
            <Status of={status} />
          </li>
        ))}
        {automations.map(({ automation_id: id, name, status }) => (
          <li key={id}>
            <span class="wrap">
              <span class="quiet">Automation</span> <a href={pathTo(`automations/${id}`)}>{name}</a>
            </span>
            <Status of={status} />
          </li>
        ))}
      </ul>
      {isCut && <p class="small quiet">The first {max} of each.</p>}
    </>
  )
}
