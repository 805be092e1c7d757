import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../../../server/platform/config/config-error.js'
import { nilUuid, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { LedgerWriter, type NewLine } from '../../../server/platform/ledger/writer.js'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { scratchFolder } from '../../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant } from '../../support/workspace/tenant.js'

/** A service whose ledger cannot be written, and one that has several. */

/** A folder on a disk that is not there. */
let away: string
let service: TestService

const newFolder = () => mkdtempSync(path.join(scratchFolder, 'ledger-'))

beforeAll(async () => {
  const link = path.join(newFolder(), 'disk')
  symlinkSync(path.join(newFolder(), 'not-mounted'), link)
  away = path.join(link, 'ledger')
  service = await startTestService({ env: { POSTSEAL_LEDGER: away } })
})
afterAll(() => service.stop())

test('a service starts without its ledger, and says so', async () => {
  const { warnings } = (await (await fetch(`${service.url}/readyz`)).json()) as { warnings: string[] }
  expect(warnings.filter((text) => text.includes(`The ledger in ${away} cannot be written`))).toHaveLength(1)
  const told = service.logs.filter((line) => line.includes('the ledger cannot be written'))
  expect(told).toHaveLength(1)
})

test('commands do their work without the ledger, and warn once', async () => {
  const env = { ...commandEnv(service), POSTSEAL_LEDGER: away }
  const tenant = await addTenant(service)
  await tenant.key()
  const { rows } = await service.sql.query<{ id: Uuid }>(
    'select id from api_keys where workspace_id = $1 and revoked_at is null',
    [tenant.workspaceId],
  )
  const id = rows[0]?.id ?? nilUuid
  for (const args of [
    ['queue', 'list'],
    ['api-key', 'stop', toTypeId('key', id)],
  ]) {
    const { code, stderr } = await command(env, ...args)
    expect({ code, warnings: stderr.match(/The ledger in .* cannot be written/g) }, stderr).toMatchObject({
      code: 0,
      warnings: [expect.stringContaining(away)],
    })
  }
  const { rows: left } = await service.sql.query(
    'select from api_keys where id = $1 and revoked_at is not null',
    [id],
  )
  expect(left).toHaveLength(1)
})

test('a restored database is not used without the ledger that it is to be held against', async () => {
  const held = (env: Record<string, string>) =>
    startTestService({ beside: service, env: { POSTSEAL_START_HELD: 'first', ...env } })
  const refused = held({ POSTSEAL_LEDGER: away })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/is needed after the restore, and cannot be read/)

  // The folder can be read, and a file of it cannot: no process has anything at address 0.
  const folder = newFolder()
  const unread = path.join(folder, 'x.ledger')
  symlinkSync('/proc/self/mem', unread)
  await expect(held({ POSTSEAL_LEDGER: folder })).rejects.toThrow(`cannot be read: ${unread}`)
  rmSync(unread)
  await (await held({ POSTSEAL_LEDGER: folder })).stop()

  // What was done once needs the file no more.
  symlinkSync('/proc/self/mem', unread)
  await (await held({ POSTSEAL_LEDGER: folder })).stop()

  // Nor does anything need the ledger once the operator has released the mail, and the variable stays set.
  await service.sql.query('update queue_holds set released_at = now()')
  await (await held({ POSTSEAL_LEDGER: away })).stop()
})

test('a replay of several folders has them as one ledger', async () => {
  const { workspaceId } = await addTenant(service)
  const line = (second: number, gives = false): NewLine => ({
    at: `2099-01-31T09:00:0${second}.000000Z`,
    kind: 'workspace_halted',
    ws: workspaceId,
    id: workspaceId,
    state: { reason: 'operator', note: null },
    ...(gives && { gives }),
  })
  const folderOf = async (each: NewLine) => {
    const folder = newFolder()
    const writer = new LedgerWriter(folder, {})
    await writer.write([each])
    await writer.close()
    return folder
  }
  const env = { ...commandEnv(service), POSTSEAL_LEDGER: 'off' }
  const replayed = async (...folders: string[]) => {
    const { counts } = JSON.parse(await answerOf(command(env, 'ledger', 'replay', ...folders, '--json'))) as {
      counts: { lines: number; changed: number }[]
    }
    return counts.map(({ lines, changed }) => [lines, changed])
  }
  const [early, late] = [await folderOf(line(1)), await folderOf(line(2, true))]
  expect(await replayed(late, early)).toEqual([[1, 0]])
  expect(await replayed(early, late)).toEqual([[1, 0]])
  expect(await replayed(late, await folderOf(line(3)))).toEqual([[1, 1]])
})
