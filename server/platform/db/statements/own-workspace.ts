/**
 * SQL: the row of workspace $1. An insert of the rows of a common table expression selects from it, as `insert …
 * select own.workspace_id, … from ${ownWorkspace} cross join …`.
 *
 * If the database is spread over machines, such an insert is sent to the one machine that has the workspace, and the
 * rows that it reads of other expressions go along. With `select $1, …` the coordinator would make it: it sends those
 * rows to every machine first, and so fails while any of them is away.
 *
 * The coordinator still computes everything that does not depend on rows, before it sends the insert. So values that
 * differ from call to call, such as `nextval`, are drawn in a materialized expression before; `case when a = b` is
 * written in place of `case a when b`, of which it compares nothing with b; and JSON is read by `json_to_recordset`.
 * Nothing is inserted for a workspace that does not exist.
 */
export const ownWorkspace = '(select id as workspace_id from workspaces where id = $1) own'
