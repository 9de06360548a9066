import { CALLS, kindOf } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { nextTime } from './cron-times.ts'
import { type Graph, toGraph } from './graph/to-graph.ts'
import { TEMPLATES } from './templates.ts'
import { describeTrigger } from './trigger-words.ts'

const problems = ({ nodes }: Graph) =>
  nodes.flatMap(({ problem, name }) => (problem === null ? [] : [`${name}: ${problem}`]))

test('there is a blank one, and each has its own name', () => {
  expect(TEMPLATES.length).toBeGreaterThan(6)
  expect(TEMPLATES[0]?.id).toBe('blank')
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length)
  expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(TEMPLATES.length)
})

describe.each(TEMPLATES)('$name', ({ definition, trigger }) => {
  test('has only steps and ways that exist', () => {
    const graph = toGraph(definition)
    expect(problems(graph)).toEqual([])
    const reached = new Set(graph.edges.map(({ to }) => to))
    const lost = graph.nodes.filter(
      ({ parent, kind, id }) => parent === null && kind !== 'start' && !reached.has(id),
    )
    expect(lost).toEqual([])
  })

  test('calls only what there is, and gives no step a name twice', () => {
    for (const list of listsIn(definition.do)) {
      // The server refuses an empty list.
      expect(list.length).toBeGreaterThan(0)
      const names = list.flatMap((entry) => Object.keys(entry))
      expect(new Set(names).size).toBe(names.length)
      for (const entry of list)
        for (const task of Object.values(entry)) {
          expect(kindOf(task)).toBeDefined()
          if ('call' in task) expect(CALLS).toContain(task.call)
        }
    }
  })

  test('is started by something that can be said', () => {
    expect(describeTrigger(trigger)).not.toBe('')
    if (trigger.type === 'schedule')
      expect(nextTime(trigger.cron ?? '', trigger.timezone ?? 'UTC', new Date())).not.toBeNull()
  })
})

type List = readonly Record<string, object>[]

/** The list, and all lists inside its steps. */
function listsIn(list: List): List[] {
  const inner = list.flatMap((entry) =>
    Object.values(entry).flatMap((task) => {
      const {
        do: own = [],
        try: tried = [],
        catch: caught,
        fork,
      } = task as {
        do?: List
        try?: List
        catch?: { do?: List }
        fork?: { branches: List }
      }
      return [own, tried, caught?.do ?? [], fork?.branches ?? []]
    }),
  )
  return [list, ...inner.filter(({ length }) => length > 0).flatMap(listsIn)]
}
