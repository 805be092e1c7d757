import type { AutomationStats, AutomationSimulation, SegmentRule } from 'postseal'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Content, Refusal } from '../definition/content.js'
import type { Named } from '../names.js'
import type { Direction } from '../../../ui/controls/directions.js'
import type { Step, StepKind } from '../definition/steps.js'

/** The changes that can be made to an outline's steps. Each is announced, and the focus follows it. */
export interface Actions {
  readonly add: (blockId: string, kind: StepKind, index?: number) => void
  readonly change: (id: string, change: (step: Step) => Step) => void
  readonly move: (id: string, direction: Direction) => void
  readonly copy: (id: string) => void
  readonly remove: (id: string) => void
  readonly addCase: (stepId: string) => void
  readonly removeCase: (blockId: string) => void
  readonly setRule: (blockId: string, rule: SegmentRule) => void
  readonly setContent: (content: Content) => void
}

export interface OutlineState {
  readonly content: Content
  readonly named: Named
  /** Number of attempts to save: from the first on, an incomplete part counts as a mistake. */
  readonly checks: number
  readonly refusals: readonly Refusal[]
  /** Mistakes by the ids of steps and cases, or the names of the other parts. */
  readonly mistakes: ReadonlyMap<string, string>
  readonly opened: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly actions: Actions
  /** Called when the fields of a row are shown. */
  readonly onFields: () => void
  /** Runs at each step of the version, by the steps' keys. */
  readonly counts: ReadonlyMap<string, AutomationStats['steps'][number]>
  /** Returns the address of the list of runs at a step; undefined if there are no runs yet. */
  readonly runsAt: ((key: string, status: string) => string) | undefined
  /** Steps of a simulation, by their keys. */
  readonly path: ReadonlyMap<string, AutomationSimulation['steps'][number]>
}

export const OutlineContext = createContext<OutlineState | undefined>(undefined)

/** Returns the outline around a row. */
export function useOutline(): OutlineState {
  const found = useContext(OutlineContext)
  if (found === undefined) throw new Error('A step stands outside of an outline')
  return found
}
