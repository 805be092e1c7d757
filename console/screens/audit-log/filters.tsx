import { useParams } from '../../state/location.js'
import { DaysFilter } from '../../ui/lists/days.js'
import { ClearFilters, FilterSelect } from '../../ui/lists/filters.js'
import { ParamFilter } from '../../ui/lists/search-filter.js'
import { useAllUsers } from '../users/all-users.js'
import { actorKinds } from './actors.js'
import { choiceText, operationGroups, operationText } from './operations.js'

/** The filters of the audit log. They are in the address. */
export function Filters() {
  const { params } = useParams()
  return (
    <div class="filters" role="search">
      <FilterSelect class="audit-choice" name="actor" label="Actor" any="Anyone">
        <ActorOptions chosen={params.actor} />
      </FilterSelect>
      <FilterSelect class="audit-choice" name="operation" label="Action" any="Any action">
        {params.operation !== undefined && !isListed(params.operation) && (
          <option value={params.operation}>{operationText(params.operation)}</option>
        )}
        {operationGroups.map(([group, operations]) => (
          <optgroup key={group} label={group}>
            {Object.entries(operations).map(([operation, phrase]) => (
              <option key={operation} value={operation}>
                {choiceText(phrase)}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterSelect>
      <FilterSelect class="audit-choice" name="outcome" label="Outcome" any="Any outcome">
        <option value="succeeded">Succeeded</option>
        <option value="refused">Refused</option>
        <option value="failed">Failed</option>
      </FilterSelect>
      <DaysFilter class="audit-choice" of={['24h', '7d', '30d']} />
      <ParamFilter
        name="resource"
        class="mono"
        label="Id of what it was done to"
        placeholder="Target: an id, such as key_…"
      />
      <ClearFilters names={['actor', 'operation', 'resource', 'outcome', 'time', 'from', 'to']} />
    </div>
  )
}

function isListed(operation: string): boolean {
  return operationGroups.some(([, operations]) => operation in operations)
}

function ActorOptions({ chosen }: { chosen: string | undefined }) {
  const users = useAllUsers()
  const isListed = chosen === undefined || chosen in actorKinds || users.some(({ id }) => id === chosen)
  return (
    <>
      {!isListed && <option value={chosen}>{chosen}</option>}
      <optgroup label="Kinds">
        {Object.entries(actorKinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </optgroup>
      <optgroup label="Users">
        {users.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </optgroup>
    </>
  )
}
