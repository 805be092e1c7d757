import { renewBlock } from '../../../../platform/log-search/blocks.js'
import type { Step } from '../erasure.js'

/**
 * Takes what is erased out of the words that logs are searched by: block by block, each of which has about a thousand
 * logs.
 */
export const eraseSearchWords: Step = {
  name: 'search words',
  run: async (trx, { workspaceId }) => ({
    erased: {},
    next: (await renewBlock(trx, workspaceId)) ? 'more' : null,
  }),
}
