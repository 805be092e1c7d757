import { fromTypeId } from '../../../platform/db/ids.js'
import type { ReplyAddresses } from '../../delivery/bounce/reply-address.js'
import type { Resolver } from '../../../mail/dns/resolver.js'
import type { SendingSetup } from '../../domains/sending-setup.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { admitNamedProject } from '../../workspace/projects/admit-project.js'
import { describeArrival } from './arrival.js'
import { listRoutes, presentRoute } from './list.js'
import { findRoute } from './inbound-route-rows.js'
import { changeRoute, deleteRoute, insertRoute } from './save.js'
import { testAddress } from './test-address.js'

export interface InboundRouteDependencies {
  readonly sendingSetup: SendingSetup
  /** Makes a resolver whose cache is empty. */
  readonly freshResolver: () => Resolver
  /** The port of the receiver. */
  readonly inboundPort: number
  readonly replyAddresses: ReplyAddresses
}

export function inboundRouteHandlers(dependencies: InboundRouteDependencies) {
  const { sendingSetup: setup, freshResolver, inboundPort: port } = dependencies
  return {
    retrieveInbound: async ({ principal, db }) => ({
      status: 200,
      body: await describeArrival(db, visibilityOf(principal), { setup, freshResolver, port }),
    }),

    createInboundRoute: async ({ principal, body, tx }) => {
      const project = await admitNamedProject(tx.sql, principal, body.project_id)
      const row = await insertRoute(tx.sql, setup, visibilityOf(principal), { project, given: body })
      return { status: 201, body: presentRoute(row) }
    },

    listInboundRoutes: async ({ principal, query, db }) => ({
      status: 200,
      body: await listRoutes(db, visibilityOf(principal), query),
    }),

    retrieveInboundRoute: async ({ principal, path, db }) => {
      const row = await findRoute(db, visibilityOf(principal), fromTypeId('inr', path.id))
      return { status: 200, body: presentRoute(row) }
    },

    updateInboundRoute: async ({ principal, path, body, tx }) => {
      const row = await changeRoute(tx.sql, visibilityOf(principal), fromTypeId('inr', path.id), body)
      return { status: 200, body: presentRoute(row) }
    },

    deleteInboundRoute: async ({ principal, path, tx }) => {
      await deleteRoute(tx.sql, visibilityOf(principal), fromTypeId('inr', path.id))
      return { status: 204, body: undefined }
    },

    testInboundRoute: {
      outsideTransaction: async ({ principal, body, db }) => ({
        status: 200,
        body: await testAddress(db, dependencies.replyAddresses, visibilityOf(principal), body),
      }),
    },
  } satisfies Partial<Handlers>
}
