import type { components } from '../../../../generated/api-types.js'
import type { components as postmark, operations } from '../../../../generated/wires/postmark.js'
import type { Calls } from '../../../../generated/wires/postmark-calls.js'
import type { WireOperations, WireService } from '../frame/wire.js'
import { streamInPath, type StreamId } from './streams.js'

type Project = components['schemas']['Project']
type Stream = postmark['schemas']['Stream']

/** The operations of Postmark's server, which is the project of the key, and of its two streams. */
export const server = {
  getServer: async (_request, service) => {
    const { id, name, environment, tracking } = await projectOf(service)
    return {
      status: 200,
      body: {
        ID: id,
        Name: name,
        DeliveryType: environment === 'live' ? 'Live' : 'Sandbox',
        TrackOpens: tracking.opens,
        TrackLinks: tracking.clicks ? 'HtmlOnly' : 'None',
      },
    }
  },

  listStreams: async ({ query: { MessageStreamType: type = 'All' } }, service) => {
    const project = await projectOf(service)
    const all = (Object.keys(kinds) as StreamId[]).map((id) => streamOf(id, project))
    const listed = all.filter(({ MessageStreamType }) => type === 'All' || MessageStreamType === type)
    return { status: 200, body: { TotalCount: listed.length, MessageStreams: listed } }
  },

  getStream: async ({ path: { stream } }, service) => {
    const id = await streamInPath(stream)
    return { status: 200, body: streamOf(id, await projectOf(service)) }
  },
} satisfies Partial<WireOperations<operations, Calls>>

const kinds: Readonly<Record<StreamId, Pick<Stream, 'Name' | 'Description' | 'MessageStreamType'>>> = {
  outbound: {
    Name: 'Transactional',
    Description: 'Mail that is triggered by what its recipient did.',
    MessageStreamType: 'Transactional',
  },
  broadcast: {
    Name: 'Bulk',
    Description: 'Mail to many people who did not ask for it individually.',
    MessageStreamType: 'Broadcasts',
  },
}

async function projectOf({
  call,
  projectId,
}: WireService<'retrieveProject' | 'listProjects'>): Promise<Project> {
  return (await call('retrieveProject', { path: { id: await projectId() } })).body
}

function streamOf(id: StreamId, project: Project): Stream {
  return { ID: id, ServerID: project.id, ...kinds[id], CreatedAt: project.created_at }
}
