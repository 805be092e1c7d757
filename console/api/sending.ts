import { client } from './client.js'

/** The status of the workspace's sending, for the frame and for screens that all look at the same status. */
export const sendingStatus = {
  queryKey: ['sending-status'],
  queryFn: () => client.sending.retrieveStatus(),
}
