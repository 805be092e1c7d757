import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'

/**
 * Traces of OpenTelemetry. They are off until the SDK (sdk.ts) gives a tracer; then each function here is one branch,
 * and nothing follows asynchronous work.
 */
let tracer: Tracer | undefined

/** Turns traces on with a tracer of the SDK, or off without one. */
export function useTracer(own: Tracer | undefined): void {
  tracer = own
}

/** A place in a trace that code runs in. */
export interface Place {
  /** The parent of the spans of the code. */
  readonly span: Span
  /** True if the span is of another time or process, and known by its `traceparent` alone. */
  readonly isStored: boolean
  /** The spans that the same work also serves. */
  readonly others: readonly Span[]
}

const places = new AsyncLocalStorage<Place | undefined>()

/** Returns the place of the running code; undefined if it is in no trace, or the span of its trace has ended. */
export function currentPlace(): Place | undefined {
  if (tracer === undefined) return undefined
  const place = places.getStore()
  return place !== undefined && (place.isStored || place.span.isRecording()) ? place : undefined
}

/**
 * Runs work that serves several places at once. Its spans are children of the first, with links to the others. If
 * there is no place, the work is in no trace, whoever began it.
 */
export function inPlaces<T>(all: readonly (Place | undefined)[], work: () => T): T {
  if (tracer === undefined) return work()
  const [first, ...others] = all.filter((place) => place !== undefined)
  const place = first && { ...first, others: [...first.others, ...others.map(({ span }) => span)] }
  return places.run(place, work)
}

/**
 * Runs work as a part of the trace that a `traceparent` (W3C Trace Context, section 3.2) names. Without a valid one
 * it is in no trace.
 */
export function inStoredPlace<T>(traceparent: string | null | undefined, work: () => T): T {
  if (tracer === undefined) return work()
  const stored = contextOf(traceparent)
  const place = stored && { span: trace.wrapSpanContext(stored), isStored: true, others: [] }
  return places.run(place, work)
}

/**
 * Returns the `traceparent` of the running code, to be stored with work that is done later; undefined in no trace.
 */
export function currentTraceparent(): string | undefined {
  const place = currentPlace()
  return place && traceparentOf(place.span)
}

/** Returns a span as a `traceparent`, which whoever is asked next continues. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/**
 * Begins the span of a call to somebody else, below the running code's. Whoever begins it ends it. No attribute may
 * have an address, a subject, a body or a secret.
 *
 * @param attributes are made only if there is a span
 * @returns undefined in no trace
 */
export function beginCall(name: string, attributes: () => Attributes): Span | undefined {
  const place = currentPlace()
  if (place === undefined || tracer === undefined) return undefined
  const { span: parent, others } = place
  const links = others.map((other) => ({ context: other.spanContext() }))
  const options = { kind: SpanKind.CLIENT, attributes: attributes(), links }
  const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent))
  for (const other of others) other.addLink({ context: span.spanContext() })
  return span
}

/** Marks a span as failed. Messages of errors can hold values, so only the type is recorded. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Runs the work of a request as a span of the server, which continues the trace of the caller.
 *
 * @param traceparent the caller's header
 * @param work gets the span, which it ends; undefined if traces are off
 */
export function serveTraced<T>(
  traceparent: string | undefined,
  name: string,
  attributes: () => Attributes,
  work: (span: Span | undefined) => T,
): T {
  if (tracer === undefined) return work(undefined)
  const caller = contextOf(traceparent)
  const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: attributes() }, parent)
  return places.run({ span, isStored: false, others: [] }, () => work(span))
}

/** The format of a `traceparent`. Later versions of the format begin like this one, and may go on. */
const format = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

function contextOf(traceparent: string | null | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = format.exec(traceparent ?? '') ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}
