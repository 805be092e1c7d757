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

/** An operation of the contract, in the form of the generated table. */
export interface Operation<Types extends OperationTypes = OperationTypes> {
  /** The contract's operationId. */
  readonly id: string
  readonly method: HttpMethod
  /** The path, with the names of its parameters in braces. */
  readonly path: string
  /** The names of the filters. No other is sent. */
  readonly query?: readonly string[]
  /** The filters that must be there. */
  readonly required?: readonly string[]
  /** True if the operation takes an idempotency key. */
  readonly takesKey?: true
  /** True if the operation takes no credential. */
  readonly uncredentialed?: true
  /** The media type of its body, if that is not JSON. */
  readonly sends?: string
  /** The media type of its reply, if that is never JSON. */
  readonly accepts?: string
  /** True if the reply has no body. */
  readonly isEmpty?: true
  /** Exists for the compiler alone. */
  readonly types?: Types
}

/** The arguments of one call that a method passes on. `Body` is the type of the body that the method takes. */
export type ArgumentsOf<Types extends OperationTypes, Body> = PathOf<Types> &
  FiltersOf<Types> &
  ContentOf<Types, Body>

/** The parameters of the path, in its order, by the names of the method's arguments. */
type PathOf<Types> = Types extends { path: string }
  ? { ids: Readonly<Record<string, string>>; versions?: Readonly<Record<string, number>> }
  : { ids?: never; versions?: never }

/** The filters, without the parameters of the path. A time may be a Date. */
type FiltersOf<Types> = Types extends { query: infer Query }
  ? { query: WithDates<Types extends { path: infer Name extends string } ? Omit<Query, Name> : Query> }
  : { query?: never }

/** The body: in the shape of the contract, or with the function that brings it into that shape; or a file. */
type ContentOf<Types, Body> = Types extends { body: infer Wire }
  ? unknown extends Wire
    ? { csv: CsvFile; body?: never; onTheWire?: never }
    :
        | { body: Wire; onTheWire?: never; csv?: never }
        | { body: Body; onTheWire: (body: Body, where: string) => Wire; csv?: never }
  : { body?: never; onTheWire?: never; csv?: never }
