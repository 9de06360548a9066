import { describe, expect, test } from 'vitest'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { agentArchive } from './archive.ts'

const ground = {
  ...GROUND,
  apps: [groundApp('app_1', 'ws_1', 'agent'), groundApp('app_2', 'ws_2', 'agent'), groundApp('app_plain')],
}

const agents = [
  { app_id: 'app_1', instructions: 'Be brief.\nBe “kind”.' },
  { app_id: 'app_2', instructions: 'Never guess.' },
]

const app_agents = [
  {
    ...{ app_id: 'app_plain', name: 'support', description: 'Helps', instructions: 'Be brief.' },
    tool_configs: [{ entity_name: 'Task', allowed_operations: ['read'] }],
    extra: { avatar: 'x.png', constructor: 1 },
    created_date: 'now-1d',
  },
  { app_id: 'app_plain', name: 'sales' },
]
const dates = (date: Date) => ({ created_date: date.toISOString(), updated_date: date.toISOString() })

const conversations = [
  {
    ...conversation('cnv_1'),
    metadata: { page: 'home' },
    created_date: 'now-2d',
    messages: [
      { ...message('msg_1'), content: 'Où est ma commande ? 📦', file_urls: ['https://example.com/a.pdf'] },
      { ...message('msg_2', 'assistant'), status: 'failed', created_date: 'now-1h' },
      { ...message('msg_0'), created_date: '2026-11-15T11:30:00.123Z' },
    ],
  },
  { ...conversation('cnv_2'), user_id: 'usr_b' },
  { ...conversation('cnv_3'), agent_id: 'app_2' },
]

const { database, empty, bring, bringBack, take } = useArchive(agentArchive)

describe('agents in an archive', () => {
  test('come in with their instructions and conversations, in the order of the messages', async () => {
    expect(await bringAgents({ agents, conversations })).toMatchObject({ agents: 2, conversations: 3 })
    const out = JSON.parse(await take(null))
    expect(out.agents).toEqual(agents)
    expect(out.conversations).toHaveLength(3)
    expect(out.conversations[0]).toMatchObject({
      id: 'cnv_1',
      metadata: { page: 'home' },
      created_date: '2026-11-13T12:00:00.000Z',
    })
    const [asked, broken, last] = out.conversations[0].messages
    expect(asked).toMatchObject({ id: 'msg_1', content: 'Où est ma commande ? 📦', status: 'completed' })
    expect(broken).toMatchObject({ id: 'msg_2', role: 'assistant', status: 'failed' })
    expect(new Date(last.created_date)).toEqual(new Date('2026-11-15T11:30:00.123Z'))
  })

  test('go out only with instructions', async () => {
    await bringAgents({ agents: [{ app_id: 'app_1', instructions: '' }, agents[1]] })
    expect(JSON.parse(await take(null)).agents).toEqual([agents[1]])
  })

  test('count as touched when their last message came', async () => {
    await bringAgents({ conversations })
    const { rows } = await database.pool.query('select id, updated_date from conversations order by id')
    expect(rows).toMatchObject([
      { id: 'cnv_1', updated_date: new Date('2026-11-15T11:30:00.123Z') },
      { id: 'cnv_2', updated_date: NOW },
      { id: 'cnv_3', updated_date: NOW },
    ])
  })

  test('inside an app come in as they were configured', async () => {
    expect(await bringAgents({ app_agents })).toMatchObject({ app_agents: 2 })
    expect(await bringAgents({ app_agents: [{ ...app_agents[0], instructions: 'Other.' }] })).toMatchObject({
      app_agents: 0,
    })
    const out = JSON.parse(await take(['ws_1'])).app_agents
    expect(out).toEqual([
      { ...app_agents[1], description: '', instructions: '', tool_configs: [], extra: {}, ...dates(NOW) },
      { ...app_agents[0], ...dates(new Date('2026-11-14T12:00:00Z')) },
    ])
    const many = Array.from({ length: 99 }, (_, n) => ({ app_id: 'app_plain', name: `n${n}` }))
    await expect(bringAgents({ app_agents: many })).rejects.toThrow(
      'app_agents[98]: An app has at most 100 agents inside',
    )
    await expect(bringAgents({ app_agents: [{ app_id: 'app_9', name: 'x' }] })).rejects.toThrow(
      'There is no app "app_9"',
    )
  })

  test('go out and come back the same', async () => {
    await bringAgents({ agents, app_agents, conversations })
    const first = await take(null)
    await empty()
    await bringBack(first)
    expect(await take(null)).toBe(first)
  })

  test('go out by workspace, without people who have no part in it, and come in elsewhere', async () => {
    await bringAgents({ agents, conversations })
    const one = await take(['ws_1'])
    const { agents: taken, conversations: talks } = JSON.parse(one)
    expect(taken.map((agent: { app_id: string }) => agent.app_id)).toEqual(['app_1'])
    expect(talks.map(({ id }: { id: string }) => id)).toEqual(['cnv_1'])
    await empty()
    expect(await bringBack(one)).toMatchObject({ agents: 1, conversations: 1 })
  })

  test('that are there stay as they are', async () => {
    await bringAgents({ agents, conversations })
    await database.pool.query(`update agents set instructions = 'Changed.' where app_id = 'app_1'`)
    await database.pool.query(`delete from messages where id = 'msg_2'`)
    expect(await bringAgents({ agents, conversations })).toMatchObject({ agents: 0, conversations: 0 })
    const out = JSON.parse(await take(null))
    expect(out.agents[0].instructions).toBe('Changed.')
    expect(out.conversations[0].messages).toHaveLength(2)
  })

  test('tell no webhook', async () => {
    await bringAgents({})
    await database.pool.query(
      `insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
       values ('wh_1', 'app_1', 'agent', 'https://example.com/', '{message.created}', now(), now())`,
    )
    await bringAgents({ conversations })
    expect((await database.pool.query('select from webhook_events')).rowCount).toBe(0)
  })

  test.each<[string, object]>([
    ['agents[0].app_id: There is no agent "app_9"', { agents: [{ app_id: 'app_9', instructions: '' }] }],
    [
      'agents[1].app_id: The app "app_plain" is not an agent',
      { agents: [agents[0], { app_id: 'app_plain', instructions: '' }] },
    ],
    ['agents[0].instructions: Field required', { agents: [{ app_id: 'app_1' }] }],
    ['conversations[0].agent_id: There is no agent "app_9"', talk({ agent_id: 'app_9' })],
    ['conversations[0].agent_id: The app "app_plain" is not an agent', talk({ agent_id: 'app_plain' })],
    ['conversations[0].user_id: There is no user "usr_9"', talk({ user_id: 'usr_9' })],
    ['conversations[0].messages[0].role: Input should be', talk({ messages: [message('m', 'system')] })],
    [
      'conversations[0].messages[1].created_date',
      talk({ messages: [message('m'), { ...message('n'), created_date: 'soon' }] }),
    ],
    [
      'conversations[0].messages[0]: Unknown key "mood"',
      talk({ messages: [{ ...message('m'), mood: 'good' }] }),
    ],
    [
      'conversations[0].messages[1].id: Another message is "m"',
      talk({ messages: [message('m'), message('m')] }),
    ],
    [
      'conversations[1].messages[0].id: Another message is "m"',
      {
        conversations: [
          { ...conversation('cnv_1'), messages: [message('m')] },
          { ...conversation('cnv_2'), user_id: 'usr_b', messages: [message('m')] },
        ],
      },
    ],
    [
      'conversations[1].user_id: The user has another conversation with this agent',
      { conversations: [conversation('cnv_1'), conversation('cnv_2')] },
    ],
  ])('are refused: %s', async (message, given) => {
    await expect(bringAgents(given)).rejects.toThrow(message)
    expect((await database.pool.query('select from workspaces')).rowCount).toBe(0)
  })

  test('are refused where the person has another conversation by now', async () => {
    await bringAgents({ conversations: [conversation('cnv_own')] })
    await expect(bringAgents({ conversations })).rejects.toThrow(
      'conversations[0].user_id: The user has another',
    )
  })
})

function conversation(id: string) {
  return { id, agent_id: 'app_1', user_id: 'usr_a' }
}

function message(id: string, role = 'user') {
  return { id, role, content: 'Hello', created_date: 'now-2h' }
}

function talk(change: object) {
  return { conversations: [{ ...conversation('cnv_1'), ...change }] }
}

function bringAgents(given: object) {
  return bring({ ...ground, ...given })
}
