import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { References, Row } from './references.js'

/** Builds the statements that walk a table along its primary key, out of names that come from the code alone. */
export function statementsOf({ table, key, columns, ofProject, searchedKey = [] }: References) {
  const names = Object.keys(key)
  const types = Object.values(key)
  const own = names.map((name) => `entry.${name}`).join(', ')
  const asText = names.map((name) => `entry.${name}::text`).join(', ')
  const given = names.map((name) => `given.${name}`).join(', ')
  const listed = names.join(', ')
  const texts = [...Object.keys(columns), ...searchedKey].map((name) => `entry.${name}::text`)
  const inLowerCase = texts.map((text) => `lower(${text} collate "C")`)
  const has = inLowerCase.map((text) => `strpos(${text}, needle) > 0`).join(' or ')
  const keys = types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')
  const ofWorkspace = 'entry.workspace_id = $1'

  /**
   * Finds the next rows along the key, and tells of each whether it is in the erasure's scope and has one of the
   * needles. Few rows match, so the answer holds those and the last one, where the walk goes on.
   */
  const find = statement<
    [
      workspaceId: WorkspaceId,
      projectId: Uuid | null,
      needles: readonly string[],
      max: number,
      ...after: readonly string[],
    ],
    { key: string[]; found: boolean; full: boolean }
  >(
    `find_mentions_in_${table}`,
    `with page as materialized (
       select ${asText.replaceAll('::text', '')},
         ($2::uuid is null or (${ofProject ?? 'false'}))
           and exists (select from unnest($3::text[]) needle where ${has}) as found,
         row_number() over (order by ${own}) as place
       from ${table} entry
       where ${ofWorkspace} and (${own}) > (${types.map((type, index) => `$${index + 5}::${type}`).join(', ')})
       order by ${own} limit $4
     )
     select array[${names.map((name) => `${name}::text`).join(', ')}] as key, found,
       (select count(*) from page) = $4 as full
     from page where found or place = (select max(place) from page) order by place`,
  )

  const read = statement<[workspaceId: WorkspaceId, ...keys: readonly (readonly string[])[]], Row>(
    `read_mentions_in_${table}`,
    `select array[${asText}] as key, ${Object.keys(columns).join(', ')}
     from ${table} entry
     where ${ofWorkspace} and (${own}) in (select * from unnest(${keys})) order by ${own} for update`,
  )

  /** Writes changed rows. The values of each column come as one array in text form. */
  const write = statement<
    [workspaceId: WorkspaceId, ...keysAndColumns: readonly (readonly string[] | string)[]]
  >(
    `write_mentions_in_${table}`,
    `update ${table} entry set ${Object.entries(columns)
      .map(([name, type]) => `${name} = given.${name}::${type}`)
      .join(', ')}
     from unnest(${keys}, ${Object.keys(columns)
       .map((_, index) => `$${index + 2 + names.length}::text[]`)
       .join(', ')}) as given (${listed}, ${Object.keys(columns).join(', ')})
     where ${ofWorkspace} and (${own}) = (${given})`,
  )

  const remove = statement<[workspaceId: WorkspaceId, ...keys: readonly (readonly string[])[]]>(
    `delete_mentions_in_${table}`,
    `delete from ${table} entry where ${ofWorkspace} and (${own}) in (select * from unnest(${keys}))`,
  )

  return { find, read, write, remove }
}
