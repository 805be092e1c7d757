import type { StatementKind } from '../../../server/platform/db/connection/client.js'
import { placementOf } from '../../../server/platform/db/placement/placement.js'
import {
  addsColumnToTime,
  addsInterval,
  computedWrongly,
  computesTimeOfColumn,
  isVolatile,
} from './computed.js'
import { insertsFromCoordinator, locksOfEveryMachine } from './listed.js'
import {
  childrenOf,
  columnOf,
  conjunctsOf,
  constantOf,
  equalitiesOf,
  isBounded,
  isKey,
  keyOf,
  listOf,
  namesOf,
  nodesOf,
  type Node,
} from './syntax.js'

/**
 * Rules that a database which is spread over machines (Citus) sets for a statement. They only read the text, so that
 * every test run holds every statement to them on any PostgreSQL; `npm run test:citus` has the statements planned by
 * Citus itself.
 */

/** A relation in a FROM clause, or what a statement changes. */
interface Relation {
  readonly table: string
  readonly alias: string
}

/** Relations that are seen by their aliases, and those narrowed to the workspace. */
interface Scope {
  readonly relations: readonly Relation[]
  readonly narrowed: ReadonlySet<string>
}

const decidesByTime = 'it has the database compute a time in CASE or COALESCE'

/** Lists the rules that a statement breaks; an empty list if it can be sent to a database of many machines. */
export function violationsOf(
  statement: Node,
  kind: StatementKind | undefined,
  tables: ReadonlySet<string>,
): string[] {
  return new Review(kind, tables).of(statement)
}

class Review {
  readonly #found = new Set<string>()
  #names = new Set<string>()
  readonly #kind: StatementKind | undefined
  readonly #tables: ReadonlySet<string>

  constructor(kind: StatementKind | undefined, tables: ReadonlySet<string>) {
    this.#kind = kind
    this.#tables = tables
  }

  of(statement: Node): string[] {
    // Names of common table expressions hide tables of the same name.
    this.#names = new Set(namesOf(statement, 'CommonTableExpr', 'ctename'))
    const used = namesOf(statement, 'RangeVar', 'relname').filter((name) => this.#isTable(name))
    if (!used.some((name) => placementOf(name) === 'distributed')) {
      if (used.some((name) => placementOf(name) === 'reference'))
        for (const change of nodesOf(statement, 'UpdateStmt'))
          this.#steady(change['targetList'], decidesByTime, true)
      return [...this.#found, ...this.#lock(statement, used)]
    }
    if (this.#kind === 'service') this.#found.add('a statement of the service uses a distributed table')
    if (this.#isMixed(statement)) this.#found.add('it joins distributed tables with ones of one machine')
    if (this.#kind === 'gather') this.#gather(statement)
    this.#gathersForReference(statement)
    this.#visit(statement)
    return [...this.#found]
  }

  /** Citus locks rows that each machine has on all of them, unless it sends the statement to the one of a workspace. */
  #lock(statement: Node, used: readonly string[]): string[] {
    if (this.#kind !== 'workspace' || nodesOf(statement, 'LockingClause').length === 0) return []
    const locked = used.filter((name) => placementOf(name) === 'reference' && !locksOfEveryMachine.has(name))
    return locked.map((name) => `it locks rows of ${name} on every machine`)
  }

  #isTable(name: string): boolean {
    return this.#tables.has(name) && !this.#names.has(name)
  }

  /**
   * Returns true if a common table expression, or the rest of the statement, reads both local and distributed tables.
   * Rows that one expression reads on one machine are sent to the others, so only tables within one expression are
   * joined.
   */
  #isMixed(node: Node): boolean {
    const parts = nodesOf(node, 'CommonTableExpr')
    const rest = namesOf(node, 'RangeVar', 'relname', 'CommonTableExpr')
    return [rest, ...parts.map((part) => namesOf(part, 'RangeVar', 'relname'))].some((names) => {
      const placements = names.filter((name) => this.#isTable(name)).map(placementOf)
      return placements.includes('local') && placements.includes('distributed')
    })
  }

  /** Citus gathers expressions for every machine before it joins them with rows of tables that each machine has. */
  #gathersForReference(statement: Node): void {
    const writes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some(
      (type) => nodesOf(statement, type).length > 0,
    )
    if (this.#kind !== 'workspace' || !writes) return
    for (const part of nodesOf(statement, 'CommonTableExpr')) {
      const names = namesOf(part, 'RangeVar', 'relname')
      if (!names.some((name) => this.#names.has(name))) continue
      for (const name of names.filter((each) => this.#isTable(each) && placementOf(each) === 'reference'))
        this.#found.add(
          `it joins ${name} with other expressions, which Citus gathers for every machine first`,
        )
    }
  }

  #gather(statement: Node): void {
    const select = statement['SelectStmt'] as Node | undefined
    if (select === undefined) this.#found.add('a gather writes')
    else if (!isBounded(select)) this.#found.add('a gather has no limit')
  }

  #visit(node: Node): void {
    for (const [type, value] of Object.entries(node)) {
      if (type === 'SelectStmt') this.#select(value as Node)
      if (type === 'UpdateStmt' || type === 'DeleteStmt') this.#change(value as Node)
      if (type === 'InsertStmt') this.#insert(value as Node)
      if (type === 'ColumnRef' && columnOf({ ColumnRef: value })?.column === 'ctid')
        this.#found.add('it names rows by ctid')
      if (this.#kind === 'gather' && type === 'withClause' && (value as Node)['recursive'] === true)
        this.#found.add('a gather recurses')
      if (this.#kind === 'gather' && type === 'LockingClause') this.#found.add('a gather locks rows')
    }
    for (const child of childrenOf(node)) this.#visit(child)
  }

  #select(select: Node): void {
    const from = listOf(select['fromClause'])
    this.#narrow(from, select['whereClause'] as Node | undefined)
  }

  #change(change: Node): void {
    const target = { RangeVar: change['relation'] } as Node
    const others = [...listOf(change['fromClause']), ...listOf(change['usingClause'])]
    this.#narrow([target, ...others], change['whereClause'] as Node | undefined)
    const read = ['targetList', 'whereClause', 'returningList'].flatMap((part) => listOf(change[part]))
    for (const wrong of computedWrongly([...others, ...read])) this.#found.add(wrong)
    this.#steady(change['targetList'], decidesByTime, true)
    for (const part of [...listOf(change['targetList']), ...listOf(change['whereClause'])])
      if (addsColumnToTime(part)) this.#found.add('it adds a column to a time that the database computes')
    if (listOf(change['targetList']).some(computesTimeOfColumn))
      this.#found.add('it sets a column to what depends on the session and another column')
    this.#steady(change['returningList'], 'it returns a time that the database computes')
  }

  #insert(insert: Node): void {
    const table = String((insert['relation'] as Node)['relname'])
    if (!this.#isTable(table) || placementOf(table) !== 'distributed') return
    const conflict = insert['onConflictClause'] as Node | undefined
    if (conflict !== undefined) {
      const message = 'it computes a time where an insert conflicts'
      for (const part of [conflict['targetList'], conflict['whereClause']]) {
        this.#steady(part, message)
        // What a time plus an interval is depends on the session's time zone, unless a time zone is named.
        const text = JSON.stringify(part ?? null)
        if (text.includes('"interval"') && !text.includes('"timezone"')) this.#found.add(message)
      }
    }
    this.#steady(insert['returningList'], 'it returns a time that the database computes')
    if (this.#kind === 'gather') return
    const column = keyOf(table)
    const place = listOf(insert['cols']).findIndex((col) => (col['ResTarget'] as Node)['name'] === column)
    const source = (insert['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined
    if (place === -1 || source === undefined) {
      this.#found.add(`an insert into ${table} does not say the workspace`)
      return
    }
    const given =
      source['valuesLists'] === undefined
        ? [
            (listOf(source['targetList'])[place]?.['ResTarget'] as Node | undefined)?.['val'] as
              | Node
              | undefined,
          ]
        : listOf(source['valuesLists']).map((row) => listOf((row['List'] as Node)['items'])[place])
    const isOwn = given.every(
      (value) => value !== undefined && (this.#isWorkspace(value) || isKey(columnOf(value))),
    )
    if (!isOwn) this.#found.add(`an insert into ${table} takes the workspace from elsewhere`)
    if (source['valuesLists'] !== undefined) {
      if (nodesOf(source, 'SubLink').length > 0)
        this.#found.add(`an insert of values into ${table} has a subquery`)
      return
    }
    // Citus gives the table of the select another name, and returns columns by that one.
    const reads = namesOf(source, 'RangeVar', 'relname').includes(table)
    const hasAlias = (insert['relation'] as Node)['alias'] !== undefined
    if (reads && !hasAlias && conflict === undefined && insert['returningList'] !== undefined)
      this.#found.add(`an insert into ${table} reads it and returns rows, and has no alias`)
    // It would be made on the coordinator, which sends what it reads to every machine
    // (server/platform/db/statements/own-workspace.ts).
    const isSent = given.every((value) => value !== undefined && columnOf(value) !== undefined)
    if (!isSent && !insertsFromCoordinator.has(table))
      this.#found.add(
        `an insert into ${table} needs every machine, as it selects a parameter as the workspace`,
      )
    for (const wrong of computedWrongly([source])) this.#found.add(wrong)
  }

  /** Returns true if a value is the workspace that the statement is about. */
  #isWorkspace(value: Node): boolean {
    const constant = constantOf(value)
    return constant !== undefined && (this.#kind !== 'workspace' || constant === '$1')
  }

  #narrow(from: readonly Node[], where: Node | undefined): void {
    const relations: Relation[] = []
    const conditions = where === undefined ? [] : conjunctsOf(where)
    for (const item of from) this.#collect(item, relations, conditions)
    const distributed = relations.filter(
      ({ table }) => this.#isTable(table) && placementOf(table) === 'distributed',
    )
    if (distributed.length === 0) return
    const { narrowed } = this.#scope(distributed, conditions)
    if (this.#kind === 'gather') return
    for (const { table, alias } of distributed) {
      if (narrowed.has(alias)) continue
      this.#found.add(`${table}${alias === table ? '' : ` ${alias}`} is not narrowed to the workspace`)
    }
  }

  #collect(item: Node, relations: Relation[], conditions: Node[]): void {
    const range = item['RangeVar'] as Node | undefined
    if (range !== undefined) {
      const table = String(range['relname'])
      const alias = (range['alias'] as Node | undefined)?.['aliasname']
      relations.push({ table, alias: typeof alias === 'string' ? alias : table })
    }
    const join = item['JoinExpr'] as Node | undefined
    if (join === undefined) return
    if (join['quals'] !== undefined) conditions.push(...conjunctsOf(join['quals'] as Node))
    this.#collect(join['larg'] as Node, relations, conditions)
    this.#collect(join['rarg'] as Node, relations, conditions)
  }

  /** Equality with the workspace, and equality with what is equal to it. */
  #scope(relations: readonly Relation[], conditions: readonly Node[]): Scope {
    const narrowed = new Set<string>()
    const pairs: [string, string][] = []
    const tableOf = new Map(relations.map(({ alias, table }) => [alias, table]))
    const keyed = (node: Node): string[] => {
      const named = columnOf(node)
      if (named === undefined) return []
      const aliases = named.qualifier === undefined ? [...tableOf.keys()] : [named.qualifier]
      return aliases.filter((alias) => named.column === keyOf(tableOf.get(alias) ?? ''))
    }
    for (const condition of conditions) {
      for (const [left, right] of equalitiesOf(condition)) {
        for (const [one, other] of [
          [left, right],
          [right, left],
        ] as const) {
          const aliases = keyed(one)
          if (this.#isWorkspace(other)) for (const alias of aliases) narrowed.add(alias)
          for (const alias of aliases) for (const same of keyed(other)) pairs.push([alias, same])
        }
      }
    }
    for (let grew = true; grew;) {
      const before = narrowed.size
      for (const [one, other] of pairs) if (narrowed.has(one)) narrowed.add(other)
      grew = narrowed.size > before
    }
    return { relations, narrowed }
  }

  /** @param onlyInConditions whether only CASE and COALESCE matter */
  #steady(part: unknown, message: string, onlyInConditions = false): void {
    const visit = (node: Node, matters: boolean): void => {
      for (const [type, value] of Object.entries(node)) {
        if (
          matters &&
          (isVolatile(type, value as Node) || (onlyInConditions && addsInterval(type, value as Node)))
        )
          this.#found.add(message)
      }
      // What a query of its own computes is known before the rows are read.
      if ('SubLink' in node) return
      const inside = matters || 'CaseExpr' in node || 'CoalesceExpr' in node
      for (const child of childrenOf(node)) visit(child, inside)
    }
    for (const node of listOf(part)) visit(node, !onlyInConditions)
  }
}
