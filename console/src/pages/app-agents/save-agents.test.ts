import { ApiError } from '@atrium/sdk'
import { expect, test } from 'vitest'
import type { AppAgent } from '../../app-agents-queries.ts'
import { type AgentChange, NameTaken, saveAgents } from './save-agents.ts'

const agent = (name: string, instructions = ''): AppAgent => ({
  name,
  description: '',
  instructions,
  tool_configs: [],
})
const CHANGED = new ApiError(412, new Headers(), { code: 'app_agents_changed', message: 'Changed.' })

/** A server with these agents, of which the page knows an older state. */
function server(stored: AppAgent[], loses = 0) {
  let items = stored
  let count = 0
  let lost = loses
  const versionOf = () => `${count}`
  const save = (change: AgentChange, base: AppAgent[], version = versionOf()) =>
    saveAgents(
      change,
      { items: base, total: base.length, version },
      {
        async send(agents, given) {
          if (given !== versionOf()) throw CHANGED
          items = agents
          count++
          if (lost-- > 0) throw CHANGED
        },
        read: async () => ({ items, total: items.length, version: versionOf() }),
      },
    )
  return { save, names: () => items.map(({ name, instructions }) => `${name} ${instructions}`.trim()) }
}

test('a change is sent with all the others', async () => {
  const { save, names } = server([agent('a'), agent('b')])
  await save({ before: agent('a'), after: agent('c', 'new') }, [agent('a'), agent('b')])
  expect(names()).toEqual(['b', 'c new'])
  await save({ before: agent('b'), after: null }, [agent('b'), agent('c', 'new')])
  expect(names()).toEqual(['c new'])
})

test('what others did to other agents stays', async () => {
  const { save, names } = server([agent('a'), agent('theirs')])
  await save({ before: agent('a'), after: agent('a', 'mine') }, [agent('a')], 'older')
  expect(names()).toEqual(['theirs', 'a mine'])
})

test('what others did to the same agent is not overwritten, nor is one of theirs of the same name', async () => {
  const { save, names } = server([agent('a', 'theirs'), agent('b')])
  for (const after of [agent('a', 'mine'), null])
    await expect(save({ before: agent('a'), after }, [agent('a')], 'older')).rejects.toBe(CHANGED)
  await expect(save({ before: null, after: agent('b', 'mine') }, [], 'older')).rejects.toThrow(NameTaken)
  await expect(save({ before: null, after: agent('b') }, [agent('b')])).rejects.toThrow(NameTaken)
  expect(names()).toEqual(['a theirs', 'b'])
})

test('a change whose answer was lost is found to be done', async () => {
  const { save, names } = server([agent('a')], 1)
  await save({ before: agent('a'), after: agent('b', 'mine') }, [agent('a')])
  expect(names()).toEqual(['b mine'])
})
