import { addressTokens } from '../../../server/platform/auth/address-tokens.js'
import { fromTypeId, newUuid } from '../../../server/platform/db/ids.js'
import { foldAddress } from '../../../base/addresses/address.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import type { TestService } from '../service/service.js'
import type { Tenant } from '../workspace/tenant.js'

/**
 * Leaves what the erasure of an address leaves: a suppression under its token, of a project where one is
 * named.
 */
export async function markErased(
  service: TestService,
  tenant: Tenant,
  email: string,
  project?: string,
): Promise<void> {
  const projectId = project === undefined ? null : fromTypeId('prj', project)
  const tokens = addressTokens(loadServiceKey(service.config).derive('erasure'))
  await service.sql.query(
    `insert into suppressions (workspace_id, address, id, reason, project_id) values ($1, $2, $3, 'erasure', $4)`,
    [tenant.workspaceId, tokens(tenant.workspaceId, projectId, foldAddress(email)), newUuid(), projectId],
  )
}
