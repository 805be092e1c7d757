import { sinkDestination, type Transport } from '../../transport.js'

/** Mail of test projects goes to the sink, whatever takes that of the others. */
export function routingTransport(sink: Transport, live: Transport): Transport {
  return {
    capacity: () => {
      const { proven, total, ...others } = live.capacity()
      const inSink = sink.capacity().byDefault
      return {
        ...others,
        proven: new Map([...proven, [sinkDestination, inSink]]),
        ...(total !== undefined && { total: total + inSink }),
      }
    },
    isOnProbation: (destination) =>
      destination !== sinkDestination && (live.isOnProbation?.(destination) ?? false),
    send: (mail) => (mail.destination === sinkDestination ? sink : live).send(mail),
    connections: () => {
      const [one, other] = [sink.connections(), live.connections()]
      return { open: one.open + other.open, idle: one.idle + other.idle }
    },
    close: async () => {
      await Promise.all([sink.close(), live.close()])
    },
  }
}
