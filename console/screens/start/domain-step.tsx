import { useQuery } from '@tanstack/preact-query'
import { firstDomains } from '../../api/domains.js'
import { pathTo } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Status } from '../../ui/status.js'

/** The step of a first domain: the user adds it, then checks its records. */
export function DomainStep() {
  const { data: domains = [] } = useQuery(firstDomains)
  return (
    <>
      {domains.length > 0 && (
        <ul class="stack tight">
          {domains.slice(0, 5).map(({ id, name, status }) => (
            <li key={id} class="row">
              <Status of={status} />
              <a href={pathTo(`domains/${id}`)}>{name}</a>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <LinkButton
          href={pathTo('domains', { new: '1' })}
          kind={domains.length === 0 ? 'main' : undefined}
          needs="admin"
        >
          New domain
        </LinkButton>
      </div>
    </>
  )
}
