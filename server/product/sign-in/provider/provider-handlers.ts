import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { domainOf, foldAddress, normalizeDomain } from '../../../../base/addresses/address.js'
import type { WorkspaceId } from '../../../platform/db/ids.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { keepingWayIn } from '../../workspace/sign-in-rule.js'
import { signedInReply } from '../signed-in-reply.js'
import { beginAuthorization } from './begin.js'
import { clientOf, type ProviderDependencies } from './options.js'
import { lookUpRecords, noteRecords } from './check-domains.js'
import { signInByProvider } from './complete.js'
import { discover, reasonOf, type ProviderClient } from './openid.js'
import type { ProviderFetch } from './provider-fetch.js'
import { recordProvider } from './recorded.js'
import {
  deleteProvider,
  findProvider,
  listDomains,
  presentProvider,
  saveDomains,
  saveProvider,
  sealedClientSecretPlace,
  type ProviderRow,
  type ProviderSettings,
} from './provider-rows.js'

type Schemas = components['schemas']

/** Makes the handlers for signing in by an OpenID provider. */
export function providerHandlers(dependencies: ProviderDependencies) {
  const { provider: options, console } = dependencies
  const { sealer, fetch, freshResolver, redirectUri } = options

  async function present(db: Knex, workspaceId: WorkspaceId): Promise<Schemas['IdentityProvider']> {
    const row = await expectProvider(db, workspaceId)
    return presentProvider(workspaceId, row, await listDomains(db, workspaceId), redirectUri)
  }

  return {
    retrieveIdentityProvider: async ({ principal, db }) => ({
      status: 200,
      body: await present(db, principal.workspaceId),
    }),

    upsertIdentityProvider: {
      prepare: async ({ principal: { workspaceId }, body, db }) => {
        const settings = settingsOf(body)
        const domains = domainsOf(body.domains)
        const place = sealedClientSecretPlace(workspaceId)
        const kept = body.client_secret === undefined ? await keptSecret(db, workspaceId, settings) : null
        const given = typeof body.client_secret === 'string' ? Buffer.from(body.client_secret) : undefined
        const client = {
          issuer: settings.issuer,
          clientId: settings.client_id,
          clientSecret: (given ?? (kept === null ? undefined : sealer.open(kept, place)))?.toString(),
        }
        await refuseNoProvider(client, fetch)
        const found = await lookUpRecords(freshResolver(), workspaceId, domains)
        return async ({ tx: { sql } }) => {
          const secret = given === undefined ? kept : sealer.seal(given, place)
          const created = await keepingWayIn(sql, workspaceId, async () => {
            recordProvider(sql, workspaceId, await findProvider(sql, workspaceId), settings)
            await saveDomains(sql, workspaceId, domains)
            await noteRecords(sql, workspaceId, found)
            return saveProvider(sql, workspaceId, settings, secret)
          })
          return { status: created ? 201 : 200, body: await present(sql, workspaceId) }
        }
      },
    },

    checkIdentityProvider: {
      prepare: async ({ principal: { workspaceId }, db }) => {
        const row = await expectProvider(db, workspaceId)
        const domains = await listDomains(db, workspaceId)
        await discover(clientOf(sealer, workspaceId, row), fetch).catch((error: unknown) => {
          throw new ApiError('invalid_state', notProvider(row.issuer, error))
        })
        const names = domains.map(({ domain }) => domain)
        const found = await lookUpRecords(freshResolver(), workspaceId, names)
        return async ({ tx: { sql } }) => {
          await noteRecords(sql, workspaceId, found)
          return { status: 200, body: await present(sql, workspaceId) }
        }
      },
    },

    deleteIdentityProvider: async ({ principal: { workspaceId }, tx: { sql } }) => {
      const deleted = await keepingWayIn(sql, workspaceId, async () => {
        await saveDomains(sql, workspaceId, [])
        return deleteProvider(sql, workspaceId)
      })
      if (deleted.length === 0) throw noProvider()
      recordProvider(sql, workspaceId, deleted[0], undefined)
      return { status: 204, body: undefined }
    },

    createSignInAuthorization: {
      outsideTransaction: async ({ body, db }) => {
        const email = foldAddress(body.email)
        return { status: 201, body: await beginAuthorization(db, options, email, domainOf(email)) }
      },
    },

    createProviderSession: {
      outsideTransaction: async ({ body, origin }) =>
        signedInReply(console, origin, await signInByProvider(dependencies, body, origin)),
    },
  } satisfies Partial<Handlers>
}

function settingsOf(body: Schemas['UpsertIdentityProviderRequest']): ProviderSettings {
  const { role_claim = null, roles = {}, default_role = 'member' } = body
  if (role_claim === null && default_role === null) {
    throw refusedValue(
      '/body/default_role',
      'required',
      'must be a role if no claim gives one, because otherwise nobody could sign in',
    )
  }
  return {
    issuer: body.issuer,
    client_id: body.client_id,
    assume_email_verified: body.assume_email_verified ?? false,
    create_users: body.create_users ?? true,
    role_claim,
    roles: { owner: roles.owner ?? [], admin: roles.admin ?? [], member: roles.member ?? [] },
    default_role,
  }
}

/** Returns the domains as A-labels in lower case, each once. */
function domainsOf(given: readonly string[]): string[] {
  const domains = given.map((text, index) => {
    const domain = normalizeDomain(text)
    if (domain === undefined || !domain.includes('.'))
      throw refusedValue(`/body/domains/${index}`, 'format', 'is not a domain such as shop.example')
    return domain
  })
  return [...new Set(domains)].toSorted()
}

/** Returns the stored, sealed secret if it is for the same client of the same provider, and null otherwise. */
async function keptSecret(
  db: Knex,
  workspaceId: WorkspaceId,
  { issuer, client_id }: ProviderSettings,
): Promise<Buffer | null> {
  const row = await findProvider(db, workspaceId)
  return row?.issuer === issuer && row.client_id === client_id ? row.client_secret : null
}

/** @throws ApiError 422 `validation_failed` */
async function refuseNoProvider(client: ProviderClient, fetch: ProviderFetch): Promise<void> {
  try {
    await discover(client, fetch)
  } catch (error) {
    throw refusedValue(
      '/body/issuer',
      'no_provider',
      `does not answer as an OpenID provider: ${shortReason(error)}`,
    )
  }
}

function notProvider(issuer: string, error: unknown): string {
  return `${issuer} does not answer as an OpenID provider: ${shortReason(error)}.`
}

function shortReason(error: unknown): string {
  return reasonOf(error).slice(0, 300)
}

async function expectProvider(db: Knex, workspaceId: WorkspaceId): Promise<ProviderRow> {
  const row = await findProvider(db, workspaceId)
  if (row === undefined) throw noProvider()
  return row
}

function noProvider(): ApiError {
  return new ApiError('not_found', 'This workspace has no identity provider.')
}
