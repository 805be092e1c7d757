import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { call } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'

type Schemas = components['schemas']

/** Asks a service for erasures, and looks at what is left. */
export function erasureCalls(of: () => TestService) {
  return {
    /** Erases an address, which takes no longer than the request. */
    erase: async (
      key: string,
      email: string,
      fields: { project_id?: string } = {},
    ): Promise<Schemas['Deletion']> => {
      const body = { email, ...fields }
      const reply = await call(of().url, 'POST', '/v1/compliance/deletions', { key, body })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.text.toLowerCase()).not.toContain(email.toLowerCase())
      return reply.body as Schemas['Deletion']
    },
    /** Has it look once more now, after which the address is not even kept sealed. */
    lookAgain: async (deletion: Schemas['Deletion']): Promise<void> => {
      const { sql } = of()
      const id = fromTypeId('del', deletion.id)
      await sql.query('update deletions set due_at = now() where id = $1', [id])
      await until(async () => {
        const { rows } = await sql.query('select sealed_address from deletions where id = $1', [id])
        return rows[0]?.sealed_address === null
      }, 'the second look')
    },
    logsOf: async (key: string, message: string) =>
      (await call(of().url, 'GET', `/v1/message-logs?message_id=${message}`, { key })).body
        .data as Schemas['MessageLog'][],
  }
}
