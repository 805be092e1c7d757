import { renewBlock } from '../../../../platform/log-search/blocks.js'
import type { Step } from '../erasure.js'

/** Removes erased words from those by which logs are searched, block by block. A block has about a thousand logs. */
export const eraseSearchWords: Step = {
  name: 'search words',
  run: async (trx, { workspaceId }) => ({
    erased: {},
    next: (await renewBlock(trx, workspaceId)) ? 'more' : null,
  }),
}
