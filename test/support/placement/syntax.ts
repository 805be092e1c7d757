import { parseSync } from 'libpg-query'

/** The syntax tree of a statement, as PostgreSQL's own parser makes it (libpg-query). */

/** A node: the names of its type or fields, with what they have. */
export interface Node {
  readonly [name: string]: unknown
}

/** The statements of a text. To be called once `loadModule` of libpg-query is done. */
export function statementsOf(sql: string): Node[] {
  const { stmts = [] } = parseSync(sql) as { stmts?: { stmt?: Node }[] }
  return stmts.map(({ stmt = {} }) => stmt)
}

/** The nodes directly below one. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (child): child is Node => typeof child === 'object' && child !== null,
    ),
  )
}

/** All nodes of a type, those in others too. */
export function nodesOf(node: Node, type: string): Node[] {
  const own = node[type] as Node | undefined
  return [...(own === undefined ? [] : [own]), ...childrenOf(node).flatMap((child) => nodesOf(child, type))]
}

/**
 * Lists the values of a field of all nodes of a type, wherever they are.
 *
 * @param outside the type of nodes that are not looked into
 */
export function namesOf(node: Node, type: string, field: string, outside?: string): string[] {
  if (outside !== undefined && outside in node) return []
  const name = (node[type] as Node | undefined)?.[field]
  // The target of a change is a relation without a type around it.
  const target = (node['relation'] as Node | undefined)?.[field]
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...(typeof target === 'string' ? [target] : []),
    ...childrenOf(node).flatMap((child) => namesOf(child, type, field, outside)),
  ]
}

/** The conditions that all hold where a condition holds. */
export function conjunctsOf(condition: Node): Node[] {
  const expression = condition['BoolExpr'] as Node | undefined
  if (expression?.['boolop'] !== 'AND_EXPR') return [condition]
  return (expression['args'] as Node[]).flatMap(conjunctsOf)
}

/** A column by its name, and what it is said to be of. */
export function columnOf(node: Node): { readonly qualifier?: string; readonly column: string } | undefined {
  const fields = (node['ColumnRef'] as Node | undefined)?.['fields'] as Node[] | undefined
  if (fields === undefined) return undefined
  const [last, qualifier] = fields.map((field) => (field['String'] as Node | undefined)?.['sval']).reverse()
  if (typeof last !== 'string') return undefined
  return typeof qualifier === 'string' ? { qualifier, column: last } : { column: last }
}

/** A parameter such as `$1`, or a literal; undefined if a value is something else. A cast changes nothing. */
export function constantOf(node: Node): string | undefined {
  const cast = node['TypeCast'] as Node | undefined
  if (cast !== undefined) return constantOf(cast['arg'] as Node)
  const parameter = node['ParamRef'] as Node | undefined
  if (parameter !== undefined) return `$${String(parameter['number'])}`
  const literal = ((node['A_Const'] as Node | undefined)?.['sval'] as Node | undefined)?.['sval']
  return typeof literal === 'string' ? literal : undefined
}

/** The nodes of a field, which has one, several or none. */
export function listOf(value: unknown): Node[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? (value as Node[]) : [value as Node]
}

/** The pairs that a condition says are equal, those of rows too. */
export function equalitiesOf(condition: Node): (readonly [Node, Node])[] {
  const expression = condition['A_Expr'] as Node | undefined
  if (expression === undefined || expression['kind'] !== 'AEXPR_OP') return []
  const operator = (listOf(expression['name'])[0]?.['String'] as Node | undefined)?.['sval']
  const [left, right] = [expression['lexpr'], expression['rexpr']] as [Node | undefined, Node | undefined]
  if (operator !== '=' || left === undefined || right === undefined) return []
  const [lefts, rights] = [left, right].map((side) => listOf((side['RowExpr'] as Node | undefined)?.['args']))
  if (lefts === undefined || rights === undefined || lefts.length === 0) return [[left, right]]
  return lefts.flatMap((one, place) => {
    const other = rights[place]
    return other === undefined ? [] : [[one, other] as const]
  })
}

/** Tells whether a column has the workspace: rows that were read have only the one that they were narrowed to. */
export function isKey(named: ReturnType<typeof columnOf>): boolean {
  const { qualifier, column } = named ?? {}
  return column === 'workspace_id' || (qualifier === 'workspaces' && column === 'id')
}

/** The column that a table is distributed by. */
export function keyOf(table: string): string {
  return table === 'workspaces' ? 'id' : 'workspace_id'
}

/** Tells whether the text of a query bounds the rows of its result. */
export function isBounded(select: Node): boolean {
  if (select['limitCount'] !== undefined) return true
  const targets = listOf(select['targetList'])
  const isAggregate = (target: Node) =>
    /"agg_|"count"|"max"|"min"|"sum"|"bool_or"/.test(JSON.stringify(target))
  if (select['groupClause'] === undefined && targets.length > 0 && targets.every(isAggregate)) return true
  // It looks up ids that are given, or walks from a few rows that are.
  return /AEXPR_OP_ANY|JOIN_INNER|"unnest"/.test(JSON.stringify(select))
}
