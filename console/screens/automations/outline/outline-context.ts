import type { AutomationStats, AutomationSimulation, SegmentRule } from 'postseal'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Content, Refusal } from '../definition/content.js'
import type { Named } from '../names.js'
import type { Direction } from '../../../ui/controls/directions.js'
import type { Step, StepKind } from '../definition/steps.js'

/** What can be done to the steps of an outline. Each says what it did, and the focus follows. */
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
  /** How often it was to be saved: from then on, what is incomplete is a mistake. */
  readonly checks: number
  readonly refusals: readonly Refusal[]
  /** What is wrong, by the ids of steps and cases, or the names of the other parts. */
  readonly mistakes: ReadonlyMap<string, string>
  readonly opened: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly actions: Actions
  /** The fields of a row are there. */
  readonly onFields: () => void
  /** Runs at each step of the version, by the steps' keys. */
  readonly counts: ReadonlyMap<string, AutomationStats['steps'][number]>
  /** Where the runs at a step are listed; undefined where there are none yet. */
  readonly runsAt: ((key: string, status: string) => string) | undefined
  /** The steps of a simulation, by their keys. */
  readonly path: ReadonlyMap<string, AutomationSimulation['steps'][number]>
}

export const OutlineContext = createContext<OutlineState | undefined>(undefined)

/** The outline that a row is in. */
export function useOutline(): OutlineState {
  const found = useContext(OutlineContext)
  if (found === undefined) throw new Error('A step stands outside of an outline')
  return found
}
