import type { HttpMethod } from './plain-request.js'
import type { CsvFile } from '../requests/requests.js'
import type { WithDates } from '../arguments/times.js'

/** The types of an operation: the names of its path parameters, and the types of its parameters, body and result. */
export interface OperationTypes {
  path?: string
  query?: object
  body?: unknown
  result: unknown
}

/** An operation of the contract, as the generated table has it. */
export interface Operation<Types extends OperationTypes = OperationTypes> {
  /** The contract's operationId. */
  readonly id: string
  readonly method: HttpMethod
  /** The path, with parameter names in braces. */
  readonly path: string
  /** The names of the filters. No others are sent. */
  readonly query?: readonly string[]
  /** The required filters. */
  readonly required?: readonly string[]
  /** True if the operation takes an idempotency key. */
  readonly takesKey?: true
  /** True if the operation takes no credential. */
  readonly uncredentialed?: true
  /** The media type of the body, if it is not JSON. */
  readonly sends?: string
  /** The media type of the reply, if it is never JSON. */
  readonly accepts?: string
  /** True if the reply has no body. */
  readonly isEmpty?: true
  /** Exists for the compiler only. */
  readonly types?: Types
}

/** The arguments that a method passes on for one call. `Body` is the type of the body that the method takes. */
export type ArgumentsOf<Types extends OperationTypes, Body> = PathOf<Types> &
  FiltersOf<Types> &
  ContentOf<Types, Body>

/** The path parameters in path order, under the names of the method's arguments. */
type PathOf<Types> = Types extends { path: string }
  ? { ids: Readonly<Record<string, string>>; versions?: Readonly<Record<string, number>> }
  : { ids?: never; versions?: never }

/** The filters, without the path parameters. A time can be a Date. */
type FiltersOf<Types> = Types extends { query: infer Query }
  ? { query: WithDates<Types extends { path: infer Name extends string } ? Omit<Query, Name> : Query> }
  : { query?: never }

/** The body in the shape of the contract, or a body with a function that converts it, or a file. */
type ContentOf<Types, Body> = Types extends { body: infer Wire }
  ? unknown extends Wire
    ? { csv: CsvFile; body?: never; onTheWire?: never }
    :
        | { body: Wire; onTheWire?: never; csv?: never }
        | { body: Body; onTheWire: (body: Body, where: string) => Wire; csv?: never }
  : { body?: never; onTheWire?: never; csv?: never }
