import { version } from '../../../server/platform/config/version.js'

/** The headers of a webhook of the service, the same each time. */
export const headers = {
  'content-type': 'application/json',
  'user-agent': `Postseal/${version}`,
  'service-delivery': 'whd_01kbf3yq0je5ntb9k2s7v4c8xd',
  'service-signature': `t=1768383000,v1=${'5257a869e7ecebeda32affa62cdca3fa'.repeat(2)}`,
  'webhook-id': 'evt_01kbf3yq0je5ntb9k2s7v4c8xd',
  'webhook-timestamp': '1768383000',
  'webhook-signature': `v1,${Buffer.alloc(32, 'k').toString('base64')}`,
}
