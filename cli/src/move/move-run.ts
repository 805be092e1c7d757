import type { Run } from '../commands/client.js'
import type { Kind } from './items.js'
import type { OtherService } from './other-service.js'
import type { Source } from './source.js'

/** The options of the command. */
export interface MoveOptions {
  readonly dryRun?: boolean
  readonly check?: boolean
  readonly yes?: boolean
  readonly only?: string
  readonly project?: string
  readonly fromUrl?: string
  readonly journal?: string
  readonly report?: string
  readonly again?: boolean
  readonly json?: boolean
  readonly profile?: string
  readonly timeout?: string
}

/** The options, the two services and the output of one run of the command. */
export interface MoveRun extends Run {
  readonly options: MoveOptions
  readonly name: string
  readonly source: Source
  readonly other: OtherService
  readonly wanted: readonly Kind[]
}
