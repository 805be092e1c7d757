import { version } from '../../version.js'

/** What webhooks say of their sender. */
export const userAgent = `Postseal/${version}`
