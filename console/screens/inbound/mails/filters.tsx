import type { InboundRoute } from 'postseal'
import type { ComponentChildren } from 'preact'
import { useParams } from '../../../state/location.js'
import { Button } from '../../../ui/controls/button.js'
import { DaysFilter } from '../../../ui/lists/days.js'
import { ClearFilters, FilterSelect } from '../../../ui/lists/filters.js'
import { ParamFilter } from '../../../ui/lists/search-filter.js'
import { automaticKinds } from '../words.js'

const names = ['subject', 'sender', 'route', 'automatic', 'time', 'from', 'to', 'message', 'contact']

/** The filters of the mail. They are in the address. */
export function Filters({
  routes = [],
  projectId,
  tail,
}: {
  routes: readonly InboundRoute[] | undefined
  projectId: string | undefined
  tail: ComponentChildren
}) {
  const { params, change } = useParams()
  const shown = routes.filter(({ project_id: id }) => id === projectId)
  return (
    <div class="filters" role="search">
      <ParamFilter name="subject" label="Subject" placeholder="Part of the subject" />
      <ParamFilter
        name="sender"
        label="Sender"
        placeholder="Sender’s address"
        title="The full address, in any case"
      />
      <FilterSelect
        class="inbound-route"
        name="route"
        label="Route"
        any="Any route"
        options={shown.map(({ id, name }) => [id, name])}
      >
        {params.route !== undefined && !shown.some(({ id }) => id === params.route) && (
          <option value={params.route}>{params.route}</option>
        )}
      </FilterSelect>
      <FilterSelect
        name="automatic"
        label="Kind"
        any="Any kind"
        options={Object.entries(automaticKinds).map(([kind, { word }]) => [kind, word])}
      />
      <DaysFilter of={['24h', '7d', '30d']} />
      {params.message !== undefined && (
        <Button onClick={() => change({ message: undefined })} title="Show other mail too">
          Answers to one message ×
        </Button>
      )}
      {params.contact !== undefined && (
        <Button onClick={() => change({ contact: undefined })} title="Show other mail too">
          From one contact ×
        </Button>
      )}
      <ClearFilters names={names} />
      {tail}
    </div>
  )
}
