import type { WorkspaceId } from '../ids.js'

/** Groups rows by their workspaces, which come in the order of their first rows. */
export function byWorkspace<Row extends { readonly workspaceId: WorkspaceId }>(
  rows: Iterable<Row>,
): Map<WorkspaceId, Row[]> {
  const found = new Map<WorkspaceId, Row[]>()
  for (const row of rows) {
    const known = found.get(row.workspaceId)
    if (known === undefined) found.set(row.workspaceId, [row])
    else known.push(row)
  }
  return found
}
