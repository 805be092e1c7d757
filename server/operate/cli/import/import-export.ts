import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import type { Visibility } from '../../../platform/auth/principal.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../platform/db/ids.js'
import { recorded } from '../../../platform/db/statements/recorded.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { addressTokens } from '../../../platform/auth/address-tokens.js'
import { findList } from '../../../product/audience/lists/list-rows.js'
import { insertImported } from '../../../product/audience/suppressions/import.js'
import { contactFormat } from '../../../product/programs/contact-imports/columns.js'
import { storeFile } from '../../../product/programs/contact-imports/file.js'
import { findImport, presentImport } from '../../../product/programs/contact-imports/import-rows.js'
import {
  insertImport,
  refuseTooManyRunning,
  type NewImport,
} from '../../../product/programs/contact-imports/start.js'
import { refuseArchived } from '../../../product/workspace/projects/archived-projects.js'
import { findProject, type Project } from '../../../product/workspace/projects/projects.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import type { KeyRing } from '../../key-ring/key-ring.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'
import { convertedFile } from './converted.js'
import type { ExportProgram } from './exports.js'
import { exportFiles, type ExportFile } from './files.js'
import { LeftOut } from './left-out.js'
import { readPeople, type Person } from './people.js'
import { nobody, rehearse } from './rehearse.js'
import { isWanted, survey, type Surveyed } from './survey.js'
import { shownPlan, shownResult, type FilePlan, type ImportResult } from './text.js'

export interface ImportOptions {
  readonly project: string
  readonly list?: string
  readonly consent?: string
  readonly workspace?: string
  readonly dryRun?: boolean
  /** False if the command does not wait for the end. */
  readonly wait: boolean
  readonly json?: boolean
}

interface ImportSetup {
  readonly db: Knex
  readonly keyRing: KeyRing
  /** Prints a line of progress. */
  readonly progress: (line: string) => void
}

/**
 * Imports an export of another program: suppressions at once, and contacts by the service, which runs beside.
 *
 * @returns the text to print, and whether all of it was imported, or is being imported if the command does not wait
 * @throws CommandError if a file or an option is refused. Nothing is changed then
 */
export async function importExport(
  setup: ImportSetup,
  program: ExportProgram,
  given: string,
  options: ImportOptions,
): Promise<{ readonly text: string; readonly succeeded: boolean }> {
  try {
    return await doImport(setup, program, given, options)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const detail = error.details?.[0]?.message
    throw new CommandError(detail === undefined ? error.message : `The import ${detail}.`)
  }
}

async function doImport(
  setup: ImportSetup,
  program: ExportProgram,
  given: string,
  options: ImportOptions,
): Promise<{ readonly text: string; readonly succeeded: boolean }> {
  const { db } = setup
  const consent = consentOf(program, options)
  const to = await targetOf(db, options, consent)
  const now = new Date()
  const files = await exportFiles(program, given)
  const leftOut = new LeftOut()
  const surveyed = await survey(files, leftOut, now)
  if (options.dryRun === true) {
    const plans = await rehearsed(setup, { program, to, now }, surveyed)
    return { text: shownPlan(plans, leftOut.fields, options), succeeded: true }
  }

  const { workspaceId, project } = to
  const resource = { type: 'project', id: toTypeId('prj', project.id) }
  const count = surveyed.reduce((sum, { counts }) => sum + counts.wanted + counts.unwanted, 0)
  await recordCommand(db, workspaceId, `import ${program.name}`, { resource, count })
  const suppressions = await suppress(setup, to, surveyed, now)
  const imports: ImportResult['imports'][number][] = []
  for (const part of partsOf(surveyed, to)) {
    const { file } = part
    const id = await start(db, part, program, now)
    const visibility = { workspaceId, projectId: project.id, environment: null }
    const found = await follow(setup, visibility, id, { name: file.name, wait: options.wait })
    imports.push({ file: file.name, import: found })
    if (found.status === 'failed' || found.status === 'cancelled') break
  }
  const result = { suppressions, imports, left_out: leftOut.fields }
  return {
    text: options.json === true ? JSON.stringify(result, null, 2) : shownResult(result),
    succeeded: imports.every(({ import: { status } }) => status === 'completed' || !options.wait),
  }
}

function consentOf(program: ExportProgram, { list, consent }: ImportOptions): NewImport['consent'] {
  if (list === undefined && consent !== undefined) throw new WrongUsage('--consent requires --list.')
  if (list !== undefined && consent === undefined)
    throw new WrongUsage('Use --consent to say how the contacts consented to the list: proof or opt_in.')
  if (consent === 'proof' && !program.hasProof)
    throw new CommandError(
      `An export of ${program.name} does not say when each person consented, so it is not proof. ` +
        'With --consent opt_in each is asked by mail.',
    )
  return consent === 'proof' || consent === 'opt_in' ? consent : null
}

interface Target extends NewImport {
  readonly project: Project
}

async function targetOf(
  db: Knex,
  { project: projectId, list: listId, workspace }: ImportOptions,
  consent: NewImport['consent'],
): Promise<Target> {
  if (!/^prj_[0-9a-z]{26}$/.test(projectId))
    throw new WrongUsage(`--project takes the id of a project (prj_…), not "${projectId}".`)
  if (listId !== undefined && !/^lst_[0-9a-z]{26}$/.test(listId))
    throw new WrongUsage(`--list takes the id of a list (lst_…), not "${listId}".`)
  const workspaceId = await findWorkspace(db, workspace)
  const project = await findProject(db, workspaceId, fromTypeId('prj', projectId))
  if (project === undefined) throw new CommandError(`The workspace has no project ${projectId}.`)
  refuseArchived(project)
  if (listId === undefined) return { workspaceId, project, listId: null, consent }
  const visibility = { workspaceId, projectId: project.id, environment: null }
  const list = await findList(db, visibility, fromTypeId('lst', listId))
  return { workspaceId, project, listId: list.id, consent }
}

async function suppress(
  { db, keyRing }: ImportSetup,
  { workspaceId }: Target,
  surveyed: readonly Surveyed[],
  now: Date,
): Promise<ImportResult['suppressions']> {
  const tokens = addressTokens(keyRing.of('erasure'))
  const counts = { imported: 0, already_present: 0 }
  for (const { file } of surveyed.filter((each) => each.counts.suppressed > 0)) {
    for await (const { people } of readPeople(file, new LeftOut(), now)) {
      const given = people.flatMap(({ suppression }) => suppression ?? [])
      if (given.length === 0) continue
      const imported = await recorded(db, (sql) => insertImported(sql, tokens, workspaceId, given))
      counts.imported += imported
      counts.already_present += given.length - imported
    }
  }
  return counts
}

/** Returns what the import of each file would do, and changes nothing. */
async function rehearsed(
  { db, keyRing }: ImportSetup,
  { program, to, now }: { readonly program: ExportProgram; readonly to: Target; readonly now: Date },
  surveyed: readonly Surveyed[],
): Promise<FilePlan[]> {
  const rehearsal = { db, tokens: addressTokens(keyRing.of('erasure')), program, now }
  const plans: FilePlan[] = []
  for (const each of surveyed) {
    const { file } = each
    const of = (isTaken: Part['isTaken'], consent: Target['consent']) =>
      file.kind.hasContacts ? rehearse(rehearsal, file, isTaken, { ...to, consent }) : nobody
    const unwanted = await of((person) => !isWanted(person, file), null)
    const wanted = await of((person) => isWanted(person, file), to.consent)
    plans.push({ ...each, wanted, unwanted })
  }
  return plans
}

/** People of a file who are imported alike. */
interface Part {
  readonly file: ExportFile
  readonly isTaken: (person: Person) => boolean
  readonly to: Target
}

/**
 * Divides files into parts. For an import to a list, people who have opted out are imported apart, without the list:
 * none of them is asked or subscribed.
 */
function partsOf(surveyed: readonly Surveyed[], to: Target): Part[] {
  return surveyed.flatMap(({ file, counts }) => {
    const all = { file, to, isTaken: () => true }
    if (counts.wanted + counts.unwanted === 0) return []
    if (to.listId === null) return [all]
    const unwanted = {
      file,
      to: { ...to, listId: null, consent: null },
      isTaken: (person: Person) => !isWanted(person, file),
    }
    const wanted = { file, to, isTaken: (person: Person) => isWanted(person, file) }
    return [...(counts.unwanted > 0 ? [unwanted] : []), ...(counts.wanted > 0 ? [wanted] : [])]
  })
}

async function start(
  db: Knex,
  { file, isTaken, to }: Part,
  program: ExportProgram,
  now: Date,
): Promise<Uuid> {
  const { workspaceId } = to
  await refuseTooManyRunning(db, workspaceId)
  const id = newUuid()
  const isProven = to.consent === 'proof'
  const content = convertedFile(file, isTaken, isProven ? program.name : undefined, now)
  const stored = await storeFile(db, workspaceId, id, { file: content, format: contactFormat([], isProven) })
  await inTransaction(db, ({ sql }) => insertImport(sql, id, to, stored))
  return id
}

const pollMs = 250
/** Milliseconds that an import may stand still. The service looks for imports every half second. */
const stillMs = 120_000

/** Follows an import to its end. */
async function follow(
  { db, progress }: ImportSetup,
  visibility: Visibility,
  id: Uuid,
  { name, wait }: { readonly name: string; readonly wait: boolean },
): Promise<components['schemas']['ContactImport']> {
  let seen = -1
  for (let since = Date.now(); ;) {
    const found = presentImport(await findImport(db, visibility, id))
    if (found.bytes_read !== seen || found.status !== 'running') {
      const percent = found.bytes === 0 ? 100 : Math.floor((found.bytes_read / found.bytes) * 100)
      progress(`${name}: ${found.lines} lines, ${percent} %`)
      seen = found.bytes_read
      since = Date.now()
    }
    if (found.status !== 'running' || !wait) return found
    if (Date.now() - since > stillMs)
      throw new CommandError(
        `The import ${found.id} makes no progress: is a service with the role programs running? It continues on its own; ` +
          'run the command again once it has ended, for what comes after it.',
      )
    await sleep(pollMs)
  }
}
