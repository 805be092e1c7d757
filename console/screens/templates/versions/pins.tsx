import { useQuery } from '@tanstack/preact-query'
import type { TemplateVersion } from 'postseal'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'

/** The layouts and partials that a version uses, each a link. */
export function Pins({ version: { pins } }: { version: TemplateVersion }) {
  const { data: names = {} } = useQuery({
    queryKey: ['templates', 'names', pins],
    queryFn: async () => {
      const found = await Promise.all(pins.map(({ template_id }) => client.templates.retrieve(template_id)))
      return Object.fromEntries(found.map(({ id, name }) => [id, name]))
    },
    enabled: pins.length > 0,
  })
  if (pins.length === 0) return <>No layout and no partial</>
  return (
    <ul>
      {pins.map(({ template_id, version }) => (
        <li key={template_id}>
          <p>
            <a href={pathTo(`templates/${template_id}`)}>{names[template_id] ?? template_id}</a>, version{' '}
            {version}
          </p>
        </li>
      ))}
    </ul>
  )
}
