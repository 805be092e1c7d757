import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { gather } from '../../../../platform/db/statements/statement.js'
import type { DkimAlgorithm } from '../../../../mail/dkim/signing-key.js'
import { numberOf, selectorOf } from '../../dkim/new-key.js'
import { organizationOf } from '../../../../mail/dmarc/same-organization.js'

/** A workspace's domain that reports are kept for. */
export interface OwnDomain {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
  readonly name: string
}

/** Finds the domains here that a report can be about. */
export interface OwnDomains {
  /** The registered domain that they have in common. */
  readonly organization: string
  readonly areNone: boolean
  /**
   * Returns the domains that mail with this From domain is counted for: of each workspace the nearest one, which is
   * the same or above it.
   */
  of(headerFrom: string): readonly OwnDomain[]
  /** Returns whether a signature is by a key of the domain's workspace, for that domain or another of its own. */
  isOwnSignature(domain: OwnDomain, signature: { domain: string; selector: string }): boolean
}

interface DomainRow {
  workspace_id: WorkspaceId
  id: Uuid
  name: string
  selectors: string[]
}

/**
 * Selects the domains of a registered domain with the selectors of their keys. A workspace that has not proved yet
 * that a domain is its own gets no reports about mail in the domain's name.
 */
const selectProved = gather<[organization: string], DomainRow>(
  'select_domains_of_organization',
  `select domain.workspace_id, domain.id, domain.name, array(
     select selector from dkim_keys key where key.workspace_id = domain.workspace_id and key.domain = domain.name) as selectors
   from domains domain
   where (name = $1 or right(name, length($1) + 1) = '.' || $1) and (status <> 'pending' or vouched_at is not null)
   limit 10000`,
)

/**
 * Reads the domains here that a report can be about.
 *
 * @param policyDomain the domain of the report's `policy_published`
 */
export async function ownDomains(db: Knex, policyDomain: string): Promise<OwnDomains> {
  const organization = organizationOf(policyDomain)
  const rows = await selectProved(db, organization)
  const byName = new Map<string, DomainRow[]>()
  for (const row of rows) byName.set(row.name, [...(byName.get(row.name) ?? []), row])
  const keyed = new Map(rows.map((row) => [`${row.workspace_id} ${row.name}`, row]))
  return {
    organization,
    areNone: rows.length === 0,
    of: (headerFrom) => {
      const found: OwnDomain[] = []
      for (const name of withParents(headerFrom)) {
        for (const row of byName.get(name) ?? []) {
          if (found.some(({ workspaceId }) => workspaceId === row.workspace_id)) continue
          found.push({ workspaceId: row.workspace_id, id: row.id, name })
        }
      }
      return found
    },
    isOwnSignature: ({ workspaceId }, { domain, selector }) => {
      const signer = keyed.get(`${workspaceId} ${domain}`)
      if (signer === undefined) return false
      return signer.selectors.includes(selector) || isSelectorOf(signer.id, selector)
    },
  }
}

/** Returns whether a domain ever had a selector: the key that signed mail of some days ago may be gone. */
function isSelectorOf(domainId: Uuid, selector: string): boolean {
  const number = numberOf(selector)
  return ['rsa', 'ed25519'].some(
    (algorithm) => number > 0 && selector === selectorOf(domainId, algorithm as DkimAlgorithm, number),
  )
}

/** Returns a domain and its parents, the longest first. */
function withParents(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_label, index) => labels.slice(index).join('.'))
}
