/** What asking the language model takes of a workspace's day. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { toNoon } from '../../../test/to-noon.ts'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useStarted } from '../../../test/use-started.ts'
import { talk } from '../../modules/agents/test/talk.ts'
import { startModelServer } from '../../ports/language-model/test/model-server.ts'
import { QUOTAS } from '../quotas/usual-quotas.ts'
import { purgeModelUsage } from './purge-model-usage.ts'

const DAY = 24 * 60 * 60
const folder = useFolder()
const model = useStarted(async () => {
  const { close, ...server } = await startModelServer()
  return { ...server, stop: close }
})
const settings = {
  rate_limits: 'off' as const,
  data_dir: folder,
  // Each answer takes 19 tokens, and costs 12 * 500 + 7 * 2000 millionths: two cents.
  llm_prices: { input: 500, output: 2_000 },
}
const quotas = { ...QUOTAS, 'workspace.model_tokens_a_day': 38 }
const app = useApp(() => ({ ...settings, ...model.settings, quotas }))

beforeAll(() => toNoon(app.clock))
beforeEach(() => {
  model.scriptEach({ say: ['Hello.'] })
  model.calls.splice(0)
})

async function scene(own: object = {}) {
  const owner = await app.make.person('owner')
  await app.sql`update workspaces set quotas = ${JSON.stringify(own)} where id = ${owner.workspace_id}`
  const { id: app_id } = await app.make.app(owner)
  const uses = () => app.sql`
    select app_id, user_id, feature, model, input_tokens, output_tokens, cost_micros::integer
      from model_usage where workspace_id = ${owner.workspace_id} order by id`
  const useAll = () => app.sql`
    insert into model_usage (workspace_id, feature, model, input_tokens, output_tokens, created_date)
    values (${owner.workspace_id}, 'tests', 'test', 30, 8, ${app.clock.now()})`
  const ask = (prompt = 'Hello') => app.as(owner).integrations.invoke_llm({ app_id }, { prompt })
  return { owner, app_id, uses, useAll, ask, client: app.as(owner) }
}
const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const FREE_TEXT = { file: new Blob(['We met in Paris.']), file_name: 'note.txt' }
const BAKERY = { business_name: 'Crumb', business_description: 'Sourdough bakery with birthday cakes' }

describe('every use is recorded with what it took and what it cost', () => {
  const TOOK = { model: 'test', input_tokens: 12, output_tokens: 7, cost_micros: 20_000 }

  test('a reply of an agent', async () => {
    const { owner, uses } = await scene()
    const { agent_id, say } = await talk(app, owner)
    await say()
    expect(await uses()).toEqual([{ ...TOOK, app_id: agent_id, user_id: owner.id, feature: 'agents.reply' }])
  })

  test('what an app asks, and what it takes out of a file', { tags: 'slow' }, async () => {
    const { owner, app_id, uses, ask, client } = await scene()
    await ask()
    model.scriptEach({ say: ['{"city":"Paris"}'] })
    const { file_url } = await client.integrations.upload_file({ app_id }, FREE_TEXT)
    await client.integrations.extract_data({ app_id }, { file_url, json_schema: CITY })
    const by = { ...TOOK, app_id, user_id: owner.id }
    expect(await uses()).toEqual([
      { ...by, feature: 'integrations.invoke_llm' },
      { ...by, feature: 'integrations.extract_data' },
    ])
  })

  test('suggestions for advertising', async () => {
    const { owner, app_id, uses, client } = await scene()
    model.scriptEach({ say: ['{"search_themes":["rye bread"]}'] })
    await client.ads.suggest_search_themes({ app_id }, BAKERY)
    expect(await uses()).toEqual([
      { ...TOOK, app_id, user_id: owner.id, feature: 'ads.suggest_search_themes' },
    ])
  })
})

describe('a workspace that has used its day', () => {
  test('is refused before anything is sent, until the next day', async () => {
    const { owner, ask } = await scene()
    const { say, said } = await talk(app, owner)
    await ask()
    await ask()
    const quota = { quota: 'workspace.model_tokens_a_day', limit: 38 }
    const refused = { status: 429, code: 'daily_quota_exceeded', body: quota }
    const seconds: number = await ask().then(String, (error) => error.retry_after)
    expect(seconds).toBeGreaterThan(11 * 60 * 60)
    expect(seconds).toBeLessThanOrEqual(12 * 60 * 60)
    await expect(ask()).rejects.toMatchObject(refused)
    await expect(say('Are you there?')).rejects.toMatchObject(refused)
    expect(await said()).toEqual(['Are you there?'])
    expect(model.calls).toHaveLength(2)

    const other = await scene()
    expect(await other.ask()).toBe('Hello.')
    app.clock.move(DAY)
    expect(await ask()).toBe('Hello.')
  })

  test('gets what needs no model', async () => {
    const { app_id, useAll, client } = await scene()
    await useAll()
    const { file_url } = await client.integrations.upload_file({ app_id }, FREE_TEXT)
    expect(await client.integrations.extract_data({ app_id }, { file_url, json_schema: CITY })).toEqual({
      status: 'error',
      details: expect.stringContaining('as much as it may today'),
      output: null,
    })
    const { search_themes } = await client.ads.suggest_search_themes({ app_id }, BAKERY)
    expect(search_themes).toContain('birthday cakes')
    expect(model.calls).toEqual([])
  })

  test('pays no credits for what it did not get', async () => {
    const { owner, useAll, ask } = await scene()
    await useAll()
    await expect(ask()).rejects.toEqual(refusal(429, 'daily_quota_exceeded'))
    expect((await app.as(owner).credits.list()).items).toEqual([])
    expect(await app.sql`select from credit_holds where workspace_id = ${owner.workspace_id}`).toEqual([])
  })
})

test('money has a limit too, and a workspace may have its own', async () => {
  const { ask } = await scene({ 'workspace.model_cents_a_day': 2, 'workspace.model_tokens_a_day': 1_000 })
  await ask()
  await expect(ask()).rejects.toMatchObject({
    code: 'daily_quota_exceeded',
    body: { quota: 'workspace.model_cents_a_day', limit: 2 },
  })
})

test('without quotas there is no limit, and everything is recorded still', async () => {
  const node = await startApp({
    ...settings,
    ...model.settings,
    quotas: null,
    database_url: app.databaseUrl,
  })
  const { owner, app_id, useAll, uses } = await scene()
  await useAll()
  expect(await node.as(owner).integrations.invoke_llm({ app_id }, { prompt: 'Hello' })).toBe('Hello.')
  expect(await uses()).toHaveLength(2)
})

test('the answer of the offline model needs no budget', async () => {
  const offline = await startApp({ ...settings, quotas, database_url: app.databaseUrl })
  const { owner, app_id, useAll, uses } = await scene()
  await useAll()
  await offline.as(owner).integrations.invoke_llm({ app_id }, { prompt: 'Hello' })
  expect(await uses()).toMatchObject([{}, { model: 'offline', cost_micros: 0 }])
})

test('uses are kept for a year and a month', async () => {
  const { ask, uses } = await scene()
  await ask()
  const purge = async () => {
    await app.atrium.jobs.send(app.atrium.db, purgeModelUsage, {})
    expect(await app.atrium.jobs.drain()).toContainEqual({
      name: 'tenancy.purge_model_usage',
      outcome: 'completed',
    })
  }
  app.clock.move(395 * DAY)
  await purge()
  expect(await uses()).toHaveLength(1)
  app.clock.move(2 * DAY)
  await purge()
  expect(await uses()).toEqual([])
})
