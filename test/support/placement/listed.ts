/**
 * Statements that were not made with their kind, and that are about all workspaces on purpose.
 */
const listed: readonly RegExp[] = [
  // A migration fills a table before it is placed.
  /\bcreate table\b/,
  // A command or a start looks for the workspaces that there are.
  /^select "id"(, "name")? from "workspaces"/,
  // Keys are sealed anew, page by page, where a secret is rotated.
  /^select .* as "sealed" from "\w+" where "\w+" is not null .*order by "workspace_id" asc/,
]

export function isListed(sql: string): boolean {
  return listed.some((form) => form.test(sql))
}
