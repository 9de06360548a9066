/** A definition as boxes and arrows. Whatever is in it, as long as it is JSON: what cannot be read is a box too. */
import { kindOf, type TaskKind } from '@atrium/sdk'
import { isObject } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { JsonPlace } from '../../../ui/json-place.ts'
import { describeTask } from './task-words.ts'
import { words } from './words.ts'

export interface GraphNode {
  /** Its place with slashes between; `start` and `end` for the two that stand nowhere. */
  id: string
  place: JsonPlace
  name: string
  /** `list` holds the steps of one way of a step; `leave` and `stop` are where a list or the run ends early. */
  kind: TaskKind | 'unknown' | 'start' | 'end' | 'list' | 'leave' | 'stop'
  /** What it does, in a few words. */
  words: string
  /** The box that it stands in. */
  parent: string | null
  isGroup: boolean
  /** Only then it is done. */
  condition: string | null
  problem: string | null
}

export interface GraphEdge {
  id: string
  from: string
  to: string
  label: string | null
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

export const START = 'start'
export const END = 'end'

export function toGraph(definition: unknown): Graph {
  const graph: Graph = { nodes: [], edges: [] }
  const list = isObject(definition) ? definition.do : undefined
  graph.nodes.push(mark(START, START, null))
  const first = addList(graph, list, ['do'], null)
  graph.nodes.push(mark(END, END, null))
  const begins = { id: START, from: START, to: first ?? END, label: null }
  return { ...graph, edges: [begins, ...graph.edges] }
}

export const idOf = (place: JsonPlace) => place.join('/')

function mark(id: string, kind: GraphNode['kind'], parent: string | null): GraphNode {
  const shared = { words: '', condition: null, problem: null, isGroup: false }
  return { id, kind, parent, place: [], name: MARKS[kind] ?? '', ...shared }
}

const MARKS: Partial<Record<GraphNode['kind'], string>> = {
  start: words.start,
  end: 'End',
  leave: words.leaveThisList,
  stop: words.endOfTheRun,
}

interface Step {
  place: JsonPlace
  id: string
  name: string
  task: unknown
}

/** Adds the steps of a list with the ways between them, and returns the first. */
function addList(graph: Graph, list: unknown, at: JsonPlace, parent: string | null): string | undefined {
  const steps = stepsOf(list, at)
  for (const step of steps) addStep(graph, step, parent)
  steps.forEach((step, index) => {
    for (const way of waysOf(step.task)) {
      const to = targetOf(graph, way.then, steps, index, at, parent)
      if (to === null) fault(graph, step.id, fill(words.thereIsNoStep, { then: way.then }))
      else if (to !== undefined) join(graph, step.id, to, way.label)
    }
  })
  return steps[0]?.id
}

function stepsOf(list: unknown, at: JsonPlace): Step[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown, index) => {
    const named = isObject(entry) ? Object.entries(entry) : []
    if (named.length === 0)
      return [{ place: [...at, index], id: idOf([...at, index]), name: '', task: entry }]
    return named.map(([name, task]) => {
      const place = [...at, index, name]
      return { place, id: idOf(place), name, task }
    })
  })
}

function addStep(graph: Graph, { place, id, name, task }: Step, parent: string | null) {
  const kind = isObject(task) ? (kindOf(task) ?? 'unknown') : 'unknown'
  const node: GraphNode = {
    id,
    place,
    name: name || words.unnamed,
    kind,
    words: describeTask(task, kind),
    parent,
    isGroup: GROUPS.has(kind),
    condition: isObject(task) && typeof task.if === 'string' ? task.if : null,
    problem: kind === 'unknown' ? words.thisIsNoStep : null,
  }
  graph.nodes.push(node)
  if (!isObject(task)) return
  if (kind === 'do' || kind === 'for') addList(graph, task.do, [...place, 'do'], id)
  if (kind === 'fork') {
    const branches = [...place, 'fork', 'branches']
    const list = isObject(task.fork) ? task.fork.branches : undefined
    // Side by side: there are no ways between them.
    for (const step of stepsOf(list, branches)) addStep(graph, step, id)
  }
  if (kind === 'try') {
    addSide(graph, task.try, [...place, 'try'], 'Try', id)
    const caught = isObject(task.catch) ? task.catch.do : undefined
    if (caught !== undefined) addSide(graph, caught, [...place, 'catch', 'do'], words.whenItFails, id)
  }
}

const GROUPS = new Set<string>(['do', 'for', 'fork', 'try'])

/** One of the two lists of a `try`, in a box of its own. */
function addSide(graph: Graph, list: unknown, place: JsonPlace, name: string, parent: string) {
  const id = idOf(place)
  const shared = { words: '', condition: null, problem: null, isGroup: true }
  graph.nodes.push({ id, place, name, kind: 'list', parent, ...shared })
  addList(graph, list, place, id)
}

interface Way {
  then: string
  label: string | null
}

/** Where a step can lead, by its words: the names of steps, `continue`, `exit` or `end`. */
function waysOf(task: unknown): Way[] {
  if (!isObject(task)) return [{ then: 'continue', label: null }]
  const then = typeof task.then === 'string' ? task.then : 'continue'
  const skipped = 'if' in task && then !== 'continue' ? [{ then: 'continue', label: 'skipped' }] : []
  if ('raise' in task) return 'if' in task ? [{ then: 'continue', label: 'skipped' }] : []
  if (!Array.isArray(task.switch)) return [{ then, label: null }, ...skipped]
  const cases = task.switch.flatMap((entry: unknown) =>
    isObject(entry)
      ? Object.entries(entry).map(([name, each]) => ({
          label: name,
          then: isObject(each) && typeof each.then === 'string' ? each.then : 'continue',
          isForAll: isObject(each) && each.when === undefined,
        }))
      : [],
  )
  const otherwise = cases.some(({ isForAll }) => isForAll) ? [] : [{ then, label: 'otherwise' }]
  return [...cases, ...otherwise, ...skipped]
}

/** The box that a way leads to; undefined where a list simply ends, null where there is no such step. */
function targetOf(
  graph: Graph,
  then: string,
  steps: readonly Step[],
  index: number,
  at: JsonPlace,
  parent: string | null,
): string | undefined | null {
  const isTop = parent === null
  if (then === 'continue') return steps[index + 1]?.id ?? (isTop ? END : undefined)
  if (then === 'end' || then === 'exit') {
    if (isTop) return END
    const kind = then === 'end' ? 'stop' : 'leave'
    const id = `${idOf(at)}#${kind}`
    if (!graph.nodes.some((node) => node.id === id)) graph.nodes.push(mark(id, kind, parent))
    return id
  }
  return steps.find(({ name }) => name === then)?.id ?? null
}

function join(graph: Graph, from: string, to: string, label: string | null = null) {
  graph.edges.push({ id: `${graph.edges.length} ${from} ${to}`, from, to, label })
}

function fault(graph: Graph, id: string, problem: string) {
  const node = graph.nodes.find((each) => each.id === id)
  if (node) node.problem ??= problem
}
