import { childrenOf, listOf, nodesOf, type Node } from './syntax.js'

/**
 * Finds parts of a statement that the database computes: a spread one computes some of them before it sends the
 * statement.
 */

/** Functions whose result changes within a query or a transaction. */
const volatile = new Set([
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'random',
  'gen_random_uuid',
  'pg_current_xact_id',
  'nextval',
])

/** Functions that the coordinator calls before it sends a write, and whose result it does not know the form of. */
const ofOneRow = new Set(['json_to_record', 'jsonb_to_record'])

/** Lists the parts of a write that the coordinator computes wrongly before it sends the write. */
export function computedWrongly(parts: readonly Node[]): string[] {
  const found: string[] = []
  if (parts.flatMap((part) => nodesOf(part, 'CaseExpr')).some((choice) => choice['arg'] !== undefined))
    found.push('a write compares a value with others in CASE')
  const calls = parts.flatMap((part) => nodesOf(part, 'FuncCall'))
  const names = calls.map((call) => listOf(call['funcname']).at(-1)?.['String'] as Node | undefined)
  if (names.some((name) => ofOneRow.has(String(name?.['sval']))))
    found.push('a write reads a record from JSON')
  return found
}

/** Returns true if a node is a function or a value that changes within a query or a transaction. */
export function isVolatile(type: string, value: Node): boolean {
  if (type === 'SQLValueFunction') return true
  const name = type === 'FuncCall' ? listOf(value['funcname']).at(-1)?.['String'] : undefined
  return name !== undefined && volatile.has(String((name as Node)['sval']))
}

/**
 * Returns true if a node says `now() + …` with a column in it: the part that depends on the session's time zone is
 * then computed row by row.
 */
export function addsColumnToTime(node: Node): boolean {
  const expression = node['A_Expr'] as Node | undefined
  const [left, right] = [expression?.['lexpr'], expression?.['rexpr']] as [Node | undefined, Node | undefined]
  const isTime = (side: Node) => Object.entries(side).some(([type, value]) => isVolatile(type, value as Node))
  if (left !== undefined && right !== undefined) {
    if (isTime(left) && nodesOf(right, 'ColumnRef').length > 0 && expression?.['kind'] === 'AEXPR_OP')
      return ['+', '-'].includes(String((listOf(expression['name'])[0]?.['String'] as Node)['sval']))
  }
  return childrenOf(node).some(addsColumnToTime)
}

/** Functions of times whose results depend on the session, whatever their arguments. */
const ofSession = new Set(['date_trunc', 'to_char', 'to_timestamp'])

/** Returns true if a node calls such a function with a column, which would be computed row by row. */
export function computesTimeOfColumn(node: Node): boolean {
  return nodesOf(node, 'FuncCall').some(
    (call) =>
      ofSession.has(String((listOf(call['funcname']).at(-1)?.['String'] as Node | undefined)?.['sval'])) &&
      listOf(call['args']).some((argument) => nodesOf(argument, 'ColumnRef').length > 0),
  )
}

/** Returns true if an expression adds an interval to a time: the result depends on the session's time zone. */
export function addsInterval(type: string, expression: Node): boolean {
  return type === 'A_Expr' && JSON.stringify(expression).includes('"interval"')
}
