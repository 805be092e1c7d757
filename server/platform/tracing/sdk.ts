import { ExportResultCode, setGlobalErrorHandler, type ExportResult } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { withTimeout } from '../../../base/time/with-timeout.js'
import { version } from '../config/version.js'
import { useTracer } from './tracing.js'

/**
 * Turns traces on: spans are sent by OTLP over HTTP, as JSON. The `OTEL_*` variables say where to, and which; the
 * packages of OpenTelemetry read them. This file is loaded only if traces are on.
 *
 * Spans wait in a queue of a bounded length. Spans that do not fit, or cannot be sent, are dropped.
 *
 * @param closeMs the max wait of a close for the last spans to be sent, in milliseconds
 */
export function startTracing(log: Logger, closeMs = 5_000): { close(): Promise<void> } {
  // The SDK would print each failure, which the exporter has logged.
  setGlobalErrorHandler(() => undefined)
  const own = { 'service.name': 'postseal', 'service.version': version }
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new LoggedExporter(new OTLPTraceExporter(), log))],
  })
  useTracer(provider.getTracer('postseal', version))
  return {
    close: async () => {
      useTracer(undefined)
      const late = () => new Error('the collector takes too long')
      await withTimeout(provider.shutdown(), closeMs, late).catch(() => undefined)
    },
  }
}

/** Logs once that spans cannot be sent, and once that they can again. */
class LoggedExporter implements SpanExporter {
  readonly #exporter: SpanExporter
  readonly #log: Logger
  #isFailing = false

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter
    this.#log = log
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result)
      done(result)
    })
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown()
  }

  #note({ code, error }: ExportResult): void {
    const fails = code !== ExportResultCode.SUCCESS
    if (fails === this.#isFailing) return
    this.#isFailing = fails
    if (fails) this.#log.warn({ err: error }, 'traces cannot be sent and are dropped')
    else this.#log.info('traces are sent again')
  }
}
