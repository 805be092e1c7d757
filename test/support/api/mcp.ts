import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** An agent that is connected to the tools of a service, by the protocol's own client. */
export interface Agent {
  readonly client: Client
  /** The names of its tools, in their order. */
  names(): Promise<string[]>
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>
  close(): Promise<void>
}

/** @param query what the address says beside its path, such as `allow=messages` */
export async function connectAgent(url: string, key: string, query = ''): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp?${query}`), {
    requestInit: { headers: { Authorization: `Bearer ${key}`, 'User-Agent': 'test-agent/1' } },
  })
  await client.connect(transport)
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) => (await client.callTool({ name, arguments: given })) as CallToolResult,
    close: () => client.close(),
  }
}

/** Returns the text of a result before its data, the data, and the name of the marks around them. */
export function partsOf(result: CallToolResult): { said: string; data: string; mark: string } {
  const [content] = result.content
  const text = content?.type === 'text' ? content.text : ''
  const [, said = text, mark = '', data = ''] =
    /^([^\n]*)\n<(data-[0-9a-f]{32})>\n([^]*)\n<\/\2>$/.exec(text) ?? []
  return { said, data, mark }
}

/** The data of a result, which is JSON. */
export function dataOf<T>(result: CallToolResult): T {
  return JSON.parse(partsOf(result).data) as T
}
