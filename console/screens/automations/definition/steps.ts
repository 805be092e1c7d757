import type { AutomationStep, SegmentRule } from 'postseal'

export const stepKinds = [
  'send',
  'wait',
  'wait_for_event',
  'branch',
  'update_contact',
  'subscribe',
  'unsubscribe',
  'record_event',
  'notify',
  'exit',
] as const
export type StepKind = (typeof stepKinds)[number]

/**
 * Properties of a step, as in the contract, without the steps inside it. A property that is not filled in yet is
 * absent.
 */
export type Body = Readonly<Record<string, unknown>>

/** A sequence of steps: the automation's own (`root`), or those of a case, of `else` or of `on_timeout`. */
export interface Block {
  readonly id: string
  readonly name: 'root' | 'case' | 'else' | 'on_timeout'
  /** Rule that selects the case. */
  readonly rule?: SegmentRule
  readonly steps: readonly Step[]
}

export interface Step {
  readonly id: string
  readonly key: string
  readonly kind: StepKind
  readonly body: Body
  /**
   * Blocks inside the step: a branch has its cases and then `else`; a wait for an event has `on_timeout`; other steps
   * have none.
   */
  readonly blocks: readonly Block[]
}

/** The contract's limits on a version. */
export const limits = { steps: 100, levels: 5, cases: 20, exits: 10 } as const

/** Returns an id of a step or a block, which is valid on this page only. */
export function newId(): string {
  return `s${Math.random().toString(36).slice(2, 12)}`
}

export function newBlock(name: Block['name'], steps: readonly Step[] = [], rule?: SegmentRule): Block {
  return { id: name === 'root' ? 'root' : newId(), name, steps, ...(rule !== undefined && { rule }) }
}

/** The rule of a case that has no conditions yet. */
export const emptyRule = { all: [] } as unknown as SegmentRule

const baseKeys: Readonly<Record<StepKind, string>> = {
  send: 'mail',
  wait: 'wait',
  wait_for_event: 'event',
  branch: 'branch',
  update_contact: 'update',
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  record_event: 'record',
  notify: 'notify',
  exit: 'end',
}

const newBodies: Readonly<Record<StepKind, Body>> = {
  send: {},
  wait: { for: 'P1D' },
  wait_for_event: { name: '', timeout: 'P3D' },
  branch: {},
  update_contact: { properties: {} },
  subscribe: {},
  unsubscribe: {},
  record_event: { name: '' },
  notify: { name: '' },
  exit: {},
}

/** Creates a step of a kind, with a key that no other step has. */
export function newStep(kind: StepKind, root: Block): Step {
  return {
    id: newId(),
    key: freshKey(baseKeys[kind], keysOf(root)),
    kind,
    body: newBodies[kind],
    blocks:
      kind === 'branch'
        ? [newBlock('case', [], emptyRule), newBlock('else')]
        : kind === 'wait_for_event'
          ? [newBlock('on_timeout')]
          : [],
  }
}

/** Returns a key that is not taken: `mail`, or `mail_2` if `mail` is taken. */
export function freshKey(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replace(/_\d+$/, '').slice(0, 58)
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}_${number}`)) number++
  return `${base}_${number}`
}

/** Returns all steps at any depth, in reading order. */
export function stepsOf(block: Block): Step[] {
  return block.steps.flatMap((step) => [step, ...step.blocks.flatMap(stepsOf)])
}

export function keysOf(root: Block): Set<string> {
  return new Set(stepsOf(root).map(({ key }) => key))
}

/** Converts a version's steps into an outline. */
export function fromSteps(steps: readonly AutomationStep[]): Block {
  return newBlock('root', steps.map(read))
}

function read(step: AutomationStep): Step {
  const kind = stepKinds.find((each) => step[each] !== undefined)
  if (kind === undefined) throw new Error('A step has none of the keys of a step')
  const { key } = step
  if (step.branch !== undefined) {
    const { cases, else: otherwise = [], ...body } = step.branch
    const blocks = cases.map((each) => newBlock('case', each.steps.map(read), each.if))
    return { id: newId(), key, kind, body, blocks: [...blocks, newBlock('else', otherwise.map(read))] }
  }
  if (step.wait_for_event !== undefined) {
    const { on_timeout: late = [], ...body } = step.wait_for_event
    return { id: newId(), key, kind, body: { ...body }, blocks: [newBlock('on_timeout', late.map(read))] }
  }
  return { id: newId(), key, kind, body: step[kind] as Body, blocks: [] }
}

/** Converts an outline into the contract's steps. They follow the contract if nothing in them is incomplete. */
export function toSteps(root: Block): AutomationStep[] {
  return root.steps.map((step) => write(step)) as unknown as AutomationStep[]
}

function write({ key, kind, body, blocks }: Step): Body {
  const inside = (block: Block) => block.steps.map(write)
  switch (kind) {
    case 'branch': {
      const cases = blocks.filter(({ name }) => name === 'case')
      const otherwise = blocks.find(({ name }) => name === 'else')
      return {
        key,
        branch: {
          ...body,
          cases: cases.map((each) => ({ if: each.rule, steps: inside(each) })),
          ...(otherwise !== undefined && otherwise.steps.length > 0 && { else: inside(otherwise) }),
        },
      }
    }
    case 'wait_for_event': {
      const late = blocks.find(({ name }) => name === 'on_timeout')
      const onTimeout = late !== undefined && late.steps.length > 0 && { on_timeout: inside(late) }
      return { key, wait_for_event: { ...body, ...onTimeout } }
    }
    default:
      return { key, [kind]: body }
  }
}

/** Returns the ids of steps and cases by the JSON Pointers to them: `/steps/0/branch/cases/1`. */
export function pointersOf(root: Block): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (block: Block, at: string) => {
    for (const [index, step] of block.steps.entries()) {
      const here = `${at}/${index}`
      found.set(here, step.id)
      for (const [number, inner] of step.blocks.entries()) {
        if (inner.name === 'case') {
          found.set(`${here}/branch/cases/${number}`, inner.id)
          visit(inner, `${here}/branch/cases/${number}/steps`)
        } else visit(inner, `${here}/${inner.name === 'else' ? 'branch/else' : 'wait_for_event/on_timeout'}`)
      }
    }
  }
  visit(root, '/steps')
  return found
}

export interface Place {
  readonly step: Step
  readonly block: Block
  readonly index: number
  /** Step that contains the block; undefined for the outermost block. */
  readonly owner: Step | undefined
}

/** Finds the block and the index of a step. */
export function placeOf(root: Block, id: string): Place | undefined {
  return search(root, undefined, id)
}

function search(block: Block, owner: Step | undefined, id: string): Place | undefined {
  for (const [index, step] of block.steps.entries()) {
    if (step.id === id) return { step, block, index, owner }
    for (const inner of step.blocks) {
      const found = search(inner, step, id)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Finds the block with an id, and the step that contains it. */
export function blockOf(root: Block, id: string): { block: Block; owner: Step | undefined } | undefined {
  if (root.id === id) return { block: root, owner: undefined }
  for (const step of stepsOf(root)) {
    const block = step.blocks.find((each) => each.id === id)
    if (block !== undefined) return { block, owner: step }
  }
  return undefined
}

/** Returns the number of a version's steps, and how deeply they are nested. */
export function sizeOf(root: Block): { readonly steps: number; readonly levels: number } {
  return { steps: stepsOf(root).length, levels: levelsOf(root) }
}

function levelsOf({ steps }: Block): number {
  return steps.length === 0 ? 0 : 1 + Math.max(0, ...steps.flatMap(({ blocks }) => blocks.map(levelsOf)))
}

/** Says in a sentence which limit the steps exceed; undefined if they exceed none. */
export function excessOf(root: Block): string | undefined {
  const { steps, levels } = sizeOf(root)
  if (steps > limits.steps) return `An automation has at most ${limits.steps} steps.`
  if (levels > limits.levels) return `Steps can be nested at most ${limits.levels} levels deep.`
  if (stepsOf(root).some(({ blocks }) => blocks.filter(({ name }) => name === 'case').length > limits.cases))
    return `A branch has at most ${limits.cases} cases.`
  return undefined
}
