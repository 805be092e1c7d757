/**
 * Returns the SQL condition that a row of a table has the key that a row of another relation names. The row can only
 * be found by its key, once for each of those rows: an equation would let the planner join by a hash, for which it
 * reads all that a workspace has.
 *
 * @param row the alias of the table
 * @param named the alias of the relation with the keys
 * @param columns the columns of the key behind `workspace_id`, in the order of the index
 */
export function sameKey(row: string, named: string, columns: readonly string[]): string {
  return columns.map((column) => `${row}.${column} = any(array[${named}.${column}])`).join(' and ')
}
