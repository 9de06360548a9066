/** The steps of a run as they stand in each other, and when each of them was under way. */
import type { WorkflowRunStep } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

export interface StepNode {
  /** Its place, with the rounds of loops and the tries of a `try`: `greet_all[3].mail`, `fetch(2).call`. */
  id: string
  label: string
  /** Null for a round of a loop, for a later try, and for what holds steps and was not stored itself. */
  step: WorkflowRunStep | null
  isRound: boolean
  children: StepNode[]
}

export interface StepRow {
  node: StepNode
  depth: number
  /** Null when there is nothing to open. */
  isOpen: boolean | null
}

export function stepTree(steps: readonly WorkflowRunStep[]): StepNode[] {
  const roots: StepNode[] = []
  const known = new Map<string, StepNode>()
  for (const step of steps) {
    let siblings = roots
    let node: StepNode | undefined
    for (const { id, label, isRound } of placesOf(step.id)) {
      node = known.get(id)
      if (!node) {
        node = { id, label, isRound, step: null, children: [] }
        known.set(id, node)
        siblings.push(node)
      }
      siblings = node.children
    }
    if (!node) continue
    // Tries of one step follow each other; the last one is how it went.
    if (node.step === null || node.step.attempt <= step.attempt) node.step = step
  }
  return roots
}

/** The rows that show: those inside what is open. What goes on, waits or failed is open by itself. */
export function rowsOf(
  nodes: readonly StepNode[],
  chosen: ReadonlyMap<string, boolean>,
  depth = 0,
): StepRow[] {
  return nodes.flatMap((node) => {
    if (node.children.length === 0) return [{ node, depth, isOpen: null }]
    const isOpen = chosen.get(node.id) ?? (!isLong(node) || hasNews(node))
    return [{ node, depth, isOpen }, ...(isOpen ? rowsOf(node.children, chosen, depth + 1) : [])]
  })
}

export interface Span {
  start: number
  /** Null while it goes on. */
  end: number | null
}

/** From the first beginning to the last end of it and all in it. */
export function spanOf(node: StepNode): Span | null {
  const own = node.step && {
    start: Date.parse(node.step.started_at),
    end: node.step.completed_at === null ? null : Date.parse(node.step.completed_at),
  }
  const spans = [own, ...node.children.map(spanOf)].filter((span) => span !== null)
  if (spans.length === 0) return null
  const ends = spans.map(({ end }) => end)
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: own?.end ?? (ends.includes(null) ? null : Math.max(...ends.map(Number))),
  }
}

/** Where the bar of a span begins and how long it is, in hundredths of the whole. */
export function barOf({ start, end }: Span, whole: { start: number; end: number }) {
  const length = Math.max(whole.end - whole.start, 1)
  const left = (100 * (start - whole.start)) / length
  const width = (100 * ((end ?? whole.end) - start)) / length
  const clamped = Math.min(Math.max(left, 0), 99.5)
  return { left: clamped, width: Math.min(Math.max(width, 0.5), 100 - clamped) }
}

/** How it went, with what stands in it: of a round, what its steps came to. */
export function statusOf({ step, children }: StepNode): WorkflowRunStep['status'] {
  if (step) return step.status
  const inside = children.map(statusOf)
  return WORST.find((status) => inside.includes(status)) ?? 'completed'
}

const WORST = ['failed', 'waiting', 'running', 'cancelled', 'completed', 'skipped'] as const

const FEW_ROUNDS = 5
const isLong = (node: StepNode) =>
  node.isRound || node.children.filter(({ isRound }) => isRound).length > FEW_ROUNDS

const hasNews = (node: StepNode): boolean =>
  node.children.some(
    (child) => ['failed', 'waiting', 'running'].includes(child.step?.status ?? '') || hasNews(child),
  )

/** From the outermost to the step itself: `a[3].b` is `a`, its round `a[3]`, and `a[3].b`. */
function placesOf(id: string): Pick<StepNode, 'id' | 'label' | 'isRound'>[] {
  const places: Pick<StepNode, 'id' | 'label' | 'isRound'>[] = []
  let before = ''
  for (const part of id.split('.')) {
    const [, name = part, rounds = ''] = /^(.*?)((?:\[\d+\]|\(\w+\))*)$/.exec(part) ?? []
    before += before === '' ? name : `.${name}`
    places.push({ id: before, label: name, isRound: false })
    for (const [round, index, attempt] of rounds.matchAll(/\[(\d+)\]|\((\w+)\)/g)) {
      before += round
      places.push({ id: before, label: roundWords(index, attempt), isRound: true })
    }
  }
  return places
}

function roundWords(index: string | undefined, attempt: string | undefined): string {
  if (index !== undefined) return fill(words.roundIndex, { index: Number(index) + 1 })
  return attempt === 'catch' ? words.whenItFailed : fill(words.tryAttempt, { attempt: attempt ?? '' })
}
