/**
 * Returns the SQL condition that a row has these values in these columns. With `order by` of the columns behind it,
 * only the index that has the columns in this order can find the row (README.md, "at a key").
 *
 * @param columns the columns of the index behind `workspace_id`, in its order
 * @param values SQL of the value of each
 */
export function atKey(columns: string, values: string): string {
  return `(${columns}) >= (${values}) and (${columns}) <= (${values})`
}
