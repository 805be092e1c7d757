import { maxHandshakes } from '../../../server/mail/smtp-listener/server.js'
import {
  defaultBodyMemory,
  defaultDelivery,
  defaultRateLimits,
  defaultWebhooks,
} from '../../../server/platform/config/defaults.js'
import { defaultPrograms } from '../../../server/platform/config/programs.js'
import {
  maxWaiting as maxEntries,
  share as shareOfEntries,
} from '../../../server/platform/audit/late-entries.js'
import { readConfig } from '../../../server/platform/config/config.js'
import { maxInAll, maxOfCredential, maxOfWorkspace } from '../../../server/platform/events/follow/waiters.js'
import { partOfStranger, partOfWorkspace } from '../../../server/platform/http/body/body-memory.js'
import { turnsOfWorkspace } from '../../../server/platform/http/operation/database-turns.js'
import { connectionPlaces } from '../../../server/platform/http/connection/places.js'
import {
  maxAtOnce,
  maxAtOnceOfWorkspace,
} from '../../../server/product/audience/erasure/deletion-handlers.js'
import { uploadLimits } from '../../../server/product/audience/csv/uploads.js'
import { walkLimits } from '../../../server/product/audience/segments/search/walk.js'
import {
  maxWaiting,
  maxWaitingOfWorkspace,
} from '../../../server/product/content/rendering/pool/render-pool.js'
import { maxOfWorkspace as deliveriesOfWorkspace } from '../../../server/product/delivery/allowance.js'
import { defaultLimits as inbound } from '../../../server/product/inbound/smtp/limits.js'
import { defaultSpoolLimits, largeShares } from '../../../server/product/inbound/take/spool.js'
import { renderedLimits } from '../../../server/product/messages/accept/accept.js'
import { storingLimits } from '../../../server/product/programs/contact-imports/file.js'
import { maxOfWorkspace as programsOfWorkspace } from '../../../server/product/programs/worker.js'
import { maxWaiting as maxAuthorizations } from '../../../server/product/sign-in/provider/authorizations.js'
import { maxInFlight, maxInvitations } from '../../../server/product/sign-in/mails/room.js'
import { defaultLimits as submission } from '../../../server/product/submission/connection.js'
import { shares } from '../../../server/product/submission/places.js'
import { maxWaiting as maxHits, share as shareOfHits } from '../../../server/product/tracking/recorder.js'
import { maxOfWorkspace as webhooksOfWorkspace } from '../../../server/product/webhooks/poll.js'

/** A row of docs/limits.md: the amount of a resource that a process has for all, and the amount that one may take. */
export interface Share {
  readonly ofProcess: string
  readonly ofOne: string
  readonly ofWorkspace: string
  /** The file of a test and the name of the test that one who takes all they can keeps no other out. */
  readonly heldBy: readonly [file: string, test: string]
}

const config = readConfig({})
const number = (count: number) => Math.floor(count).toLocaleString('en')
const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`
const ofAddress = (count: number | string) =>
  `${typeof count === 'number' ? number(count) : count} of an address`

export const processShares: Readonly<Record<string, Share>> = {
  'Connections to a port for submission': {
    ofProcess: number(submission.connections),
    ofOne: `${number(submission.connections * shares.ofKey)}; ${ofAddress(submission.strangersOfAddress)} before sign-in`,
    ofWorkspace: number(submission.connections * shares.ofWorkspace),
    heldBy: [
      'test/product/submission/places.test.ts',
      'one key has an eighth of the places, one workspace a quarter, and others sign in',
    ],
  },
  'Handshakes at a port with TLS from the first byte': {
    ofProcess: number(maxHandshakes),
    ofOne: '',
    ofWorkspace: '',
    heldBy: [
      'test/mail/smtp-listener/handshakes.test.ts',
      'sockets that never begin TLS keep nobody out: the oldest of too many goes first',
    ],
  },
  'Connections to the inbound receiver': {
    ofProcess: number(inbound.connections),
    ofOne: ofAddress(inbound.connectionsOfAddress),
    ofWorkspace: '',
    heldBy: ['test/product/inbound/limits.heavy.test.ts', 'one address has its share of them'],
  },
  'Inbound messages over 256 KiB': {
    ofProcess: number(defaultSpoolLimits.largeMessages),
    ofOne: ofAddress(defaultSpoolLimits.largeMessages * largeShares.ofAddress),
    ofWorkspace: number(defaultSpoolLimits.largeMessages * largeShares.ofWorkspace),
    heldBy: [
      'test/product/inbound/take/spool.unit.test.ts',
      'takes a quarter of them for a workspace, and an eighth of a network',
    ],
  },
  'HTTP connections': {
    ofProcess: number(connectionPlaces.all),
    ofOne: ofAddress(connectionPlaces.ofAddress),
    ofWorkspace: '',
    heldBy: [
      'test/platform/http/connection/places.test.ts',
      'one address has its share: its own connections give way, and none of others',
    ],
  },
  'Request bodies over 256 kB': bodies(defaultBodyMemory.maxLargeBytes),
  'Smaller request bodies': bodies(defaultBodyMemory.maxSmallBytes),
  'Request bodies over 256 kB that are handled': bodies(
    defaultBodyMemory.maxHandledBytes,
    'of one owner half of them at most, and the owners take turns',
  ),
  'Requests at the database at once, each with a connection': {
    ofProcess: `${config.databaseConnections} (\`POSTSEAL_DATABASE_CONNECTIONS\`)`,
    ofOne: '',
    ofWorkspace: number(config.databaseConnections * turnsOfWorkspace),
    heldBy: [
      'test/platform/http/operation/database-turns.api.test.ts',
      'one workspace whose requests wait in the database does not keep others from it',
    ],
  },
  'Requests that wait for events': {
    ofProcess: number(maxInAll),
    ofOne: number(maxOfCredential),
    ofWorkspace: number(maxOfWorkspace),
    heldBy: [
      'test/platform/events/follow.api.test.ts',
      'by more than a hundred of a workspace at once is refused, and those that have left make room',
    ],
  },
  'Looks through the contacts of a segment': semaphore(walkLimits),
  'Messages between rendering and storage': semaphore(renderedLimits),
  'Renders that wait': {
    ofProcess: number(maxWaiting),
    ofOne: '',
    ofWorkspace: number(maxWaitingOfWorkspace),
    heldBy: [
      'test/product/content/rendering/pool/renderer.fault.test.ts',
      'a workspace that fills its half of the queue leaves the other half to others',
    ],
  },
  'Deliveries under way': {
    ofProcess: number(defaultDelivery.concurrency),
    ofOne: '',
    ofWorkspace: number(defaultDelivery.concurrency * deliveriesOfWorkspace),
    heldBy: [
      'test/product/delivery/allowance.unit.test.ts',
      'one workspace gets three quarters, and its bulk one half',
    ],
  },
  'Webhooks under way': {
    ofProcess: number(defaultWebhooks.concurrency),
    ofOne: '',
    ofWorkspace: number(defaultWebhooks.concurrency * webhooksOfWorkspace),
    heldBy: [
      'test/product/webhooks/queue/pace.test.ts',
      'one workspace has half of the hands at most, and the others the rest',
    ],
  },
  'Imports, campaigns, counts of segments and jobs of automations under way': {
    ofProcess: number(defaultPrograms.concurrency),
    ofOne: '',
    ofWorkspace: number(defaultPrograms.concurrency * programsOfWorkspace),
    heldBy: [
      'test/product/programs/shares.test.ts',
      'one workspace has half of the places at most, whatever it has due, and the others the rest',
    ],
  },
  'Files of contacts and suppressions that arrive': {
    ofProcess: number(uploadLimits.inAll),
    ofOne: '',
    ofWorkspace: number(uploadLimits.ofOwner),
    heldBy: [
      'test/product/programs/contact-imports/uploads.api.test.ts',
      'ten files of a workspace arrive at once, and as many imports run, however they begin',
    ],
  },
  'Parts of files of contacts that are being stored': semaphore(storingLimits),
  'Opens and clicks that are being stored': {
    ofProcess: number(maxHits),
    ofOne: '',
    ofWorkspace: number(maxHits * shareOfHits),
    heldBy: [
      'test/product/tracking/recorder.unit.test.ts',
      'hits of one workspace that wait take half of the places, and the others are for everybody else',
    ],
  },
  'Audit entries of requests that changed nothing, being stored': {
    ofProcess: number(maxEntries),
    ofOne: '',
    ofWorkspace: number(maxEntries * shareOfEntries),
    heldBy: [
      'test/platform/audit/late-entries.unit.test.ts',
      'wait while the database is away, those above the limit are dropped, and counted',
    ],
  },
  'Deletions that requests wait for': {
    ofProcess: number(maxAtOnce),
    ofOne: '',
    ofWorkspace: number(maxAtOnceOfWorkspace),
    heldBy: [
      'test/product/audience/erasure/share.e2e.test.ts',
      'a workspace whose deletions wait leaves a place to others',
    ],
  },
  'Sign-in mails under way': {
    ofProcess: number(maxInFlight),
    ofOne: '',
    ofWorkspace: `${maxInvitations} invitations`,
    heldBy: [
      'test/product/sign-in/mails/claims.plan.test.ts',
      'of a workspace so many invitations are claimed, and requests beside them',
    ],
  },
  'Begun sign-ins by an identity provider': {
    ofProcess: '',
    ofOne: ofAddress(`${defaultRateLimits.signIns} in 15 minutes`),
    ofWorkspace: number(maxAuthorizations),
    heldBy: [
      'test/product/sign-in/provider/provider-attacks.api.test.ts',
      'strangers who begin sign-ins keep nobody out: the oldest goes first',
    ],
  },
}

function bodies(
  bytes: number,
  heldBy = 'one stranger does not keep other strangers out, nor who calls a receiver its workspace',
): Share {
  return {
    ofProcess: megabytes(bytes),
    ofOne: ofAddress(megabytes(bytes * partOfStranger)),
    ofWorkspace: megabytes(bytes * partOfWorkspace),
    heldBy: ['test/platform/http/body/body-memory.unit.test.ts', heldBy],
  }
}

function semaphore({ inAll, ofOwner }: { readonly inAll: number; readonly ofOwner: number }): Share {
  return {
    ofProcess: number(inAll),
    ofOne: '',
    ofWorkspace: number(ofOwner),
    heldBy: [
      'test/base/concurrency/fair-semaphore.unit.test.ts',
      'each owner has some semaphore, all have some more, and waiting work goes in order',
    ],
  }
}
