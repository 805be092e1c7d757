import { failureLines } from '../output/failure.js'
import { isRecord } from '../output/cell.js'
import { CommandFailure } from '../mistakes.js'
import { ServiceAway } from '../request/errors.js'
import { sendForText, type Sending } from '../request/send.js'
import type { Service } from '../request/service.js'
import { linesOf } from './lines.js'
import { errorAnswer, failureAnswer, invalidRequest, messageIn, parseError, type Message } from './message.js'

/** A program that speaks the Model Context Protocol over its standard streams. */
export interface Peer {
  readonly input: AsyncIterable<Buffer>
  /** Prints a line of the protocol. */
  readonly answer: (line: string) => Promise<void>
  /** Prints a line for people. */
  readonly notice: (text: string) => void
}

/** The service's tools, which receive the program's messages. */
export interface Tools {
  readonly service: Service
  /** The path and query of the tools: /mcp?allow=messages */
  readonly target: string
  readonly sending: Sending
}

/** The maximum number of bytes in a message, which is more than the service accepts in a request. */
const maxMessageBytes = 64 * 1024 * 1024
const maxAgentName = 64

/**
 * Passes a program's messages to the tools of a service, and returns the answers. An error is also an answer. Ends
 * when the program has sent all its messages and every answer has arrived.
 */
export async function bridge({ input, answer, notice }: Peer, tools: Tools): Promise<void> {
  const { service, target, sending } = tools
  const running = new Map<Message['id'], AbortController>()
  const all = new Set<Promise<void>>()
  let protocolVersion: string | undefined
  let agent = ''
  for await (const line of linesOf(input, maxMessageBytes)) {
    const handled = handle(line).finally(() => all.delete(handled))
    // Its error is thrown at the end, and must not end the process earlier.
    handled.catch(() => undefined)
    all.add(handled)
  }
  await Promise.all(all)

  async function handle(line: Buffer | undefined): Promise<void> {
    if (line === undefined)
      return answer(errorAnswer(undefined, invalidRequest, `A message has at most ${maxMessageBytes} bytes.`))
    const text = line.toString().trim()
    if (text === '') return
    let message: Message | undefined
    try {
      message = messageIn(text)
    } catch {
      return answer(errorAnswer(undefined, parseError, 'The line is not JSON.'))
    }
    if (message === undefined)
      return answer(errorAnswer(undefined, invalidRequest, 'Send one message of JSON-RPC on a line.'))
    const { method, params } = message
    // The service keeps no state between requests. Aborting its request therefore ends a call.
    if (method === 'notifications/cancelled') return running.get(idIn(params['requestId']))?.abort()
    if (method === 'initialize') agent = nameOfAgent(params['clientInfo'])
    return forward(text, message)
  }

  async function forward(text: string, { id, method }: Message): Promise<void> {
    const cancelling = new AbortController()
    if (id !== undefined) running.set(id, cancelling)
    try {
      const reply = await ask(text, AbortSignal.any([sending.signal, cancelling.signal]))
      if (id === undefined) return
      if (method === 'initialize') protocolVersion = versionIn(reply)
      if (!cancelling.signal.aborted) await answer(onOneLine(reply))
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error
      if (cancelling.signal.aborted) return
      if (id === undefined) return notice(`error: ${failureLines(error).join('\n')}`)
      await answer(failureAnswer(id, error))
    } finally {
      if (running.get(id) === cancelling) running.delete(id)
    }
  }

  function ask(text: string, signal: AbortSignal): Promise<string> {
    const bytes = Buffer.from(text)
    return sendForText(
      service,
      {
        method: 'POST',
        target,
        accept: 'application/json, text/event-stream',
        ...(protocolVersion !== undefined && { headers: { 'MCP-Protocol-Version': protocolVersion } }),
        // Passes the message on unchanged. Numbers that JavaScript cannot represent and repeated names are up to the
        // service.
        body: { kind: 'bytes', mediaType: 'application/json', bytes },
      },
      { ...sending, userAgent: `${sending.userAgent}${agent}`, signal },
    )
  }
}

function idIn(value: unknown): Message['id'] {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** Returns ` (claude-code/2.1)`, so that the audit log names the agent. */
function nameOfAgent(info: unknown): string {
  if (!isRecord(info)) return ''
  const { name, version } = info
  const words = [name, version].filter((word) => typeof word === 'string').join('/')
  const safe = words.replace(/[^\w./-]+/g, '-').slice(0, maxAgentName)
  return safe === '' ? '' : ` (${safe})`
}

/** Returns the version that both sides agreed on, which later requests must name. */
function versionIn(reply: string): string | undefined {
  const { result } = answerIn(reply)
  const version = isRecord(result) ? result['protocolVersion'] : undefined
  return typeof version === 'string' && /^[!-~]{1,64}$/.test(version) ? version : undefined
}

/** Puts a reply on one line. A newline ends a message, so a message cannot contain one. */
function onOneLine(reply: string): string {
  const answer = answerIn(reply)
  return /[\r\n]/.test(reply.trim()) ? JSON.stringify(answer) : reply.trim()
}

function answerIn(reply: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(reply)
    if (isRecord(answer) && answer['jsonrpc'] === '2.0') return answer
  } catch {
    // The error is reported below.
  }
  throw new ServiceAway('The server has no tools. Is this the address of a Postseal service?')
}
