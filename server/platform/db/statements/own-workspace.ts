/**
 * SQL: the row of workspace $1, to select the rows from that a common table expression inserts, as
 * `insert … select own.workspace_id, … from ${ownWorkspace} cross join …`.
 *
 * Where the database is spread over machines, such an insert is sent to the one machine that has the workspace, and what
 * it reads of other expressions goes along. With `select $1, …` it would be made on the coordinator, which sends what it
 * reads to every machine first, and so fails while any of them is away.
 *
 * The coordinator still computes what does not depend on rows, before it sends the insert. So what differs from call to
 * call, such as `nextval`, is drawn in a materialized expression before; `case when a = b` is written in place of
 * `case a when b`, of which it compares nothing with b; and JSON is read by `json_to_recordset`. Nothing is inserted for a
 * workspace that does not exist.
 */
export const ownWorkspace = '(select id as workspace_id from workspaces where id = $1) own'
