import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../platform/config/version.js'
import type { ToolResult } from './call.js'
import type { ListedTool } from './tools.js'
import { instructions } from './untrusted.js'

/** Lists and calls the tools of one request. */
export interface ToolsOfRequest {
  readonly listed: readonly ListedTool[]
  /** Undefined if there is no tool of this name. */
  readonly call: (
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<ToolResult | undefined>
}

/**
 * Answers a POST of the Model Context Protocol ("Streamable HTTP"). Nothing is kept between requests, so any process
 * answers any of them, and the reply is JSON, which passes through every proxy.
 *
 * @param headers headers of the request
 * @param message body of the request
 * @param leaving aborted when the client leaves: it ends the call
 */
export async function answerMessage(
  headers: Headers,
  message: unknown,
  tools: ToolsOfRequest,
  leaving: AbortSignal,
): Promise<Response> {
  const server = new Server(
    { name: 'postseal', title: 'Postseal', version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.listed] as never[] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: given = {} } = params
    const result = await tools.call(name, given, AbortSignal.any([signal, leaving]))
    if (result === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, 100)}".`)
    }
    return result
  })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers })
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}
