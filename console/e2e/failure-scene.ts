/** What the acts of the console need in addition to the demo company. */
import type { Person } from '../../server/test/make.ts'
import { makeSignIn, type SignInScene } from './acts-of-app-sign-in.ts'
import type { AppScene } from './acts-of-apps.ts'
import type { CodingScene } from './acts-of-coding.ts'
import type { RecordViewScene } from './acts-of-record-views.ts'
import type { SettingsScene } from './acts-of-settings.ts'
import type { SourceScene } from './acts-of-source.ts'
import type { TestScene } from './acts-of-tests.ts'
import type { WorkflowScene } from './acts-of-workflows.ts'
import type { WorkspaceScene } from './acts-of-workspace.ts'
import { giveRepository } from './code-steps.ts'
import type { Console } from './console.ts'
import { demoTest } from './test-scene.ts'
import { ASKS, FAILS, LOOPS, makeWorkflow, ranTo, startRun, waits } from './workflow-steps.ts'

/** Of the account that is invited to another workspace. */
export const PASSWORD = 'correct horse battery staple'

type Scene = WorkspaceScene &
  SettingsScene &
  AppScene &
  RecordViewScene &
  SignInScene &
  WorkflowScene &
  TestScene &
  CodingScene &
  SourceScene & { invited: Person }

export async function makeScene(atrium: Console): Promise<Scene> {
  const { make } = atrium.app
  const workspaceId = atrium.workspaceId
  const { token } = await atrium.app.anonymous.session.create(atrium)
  const api = atrium.app.as(token)
  const app = { app_id: 'app_demo_orders' }
  const agent = { agent_id: 'app_demo_helpdesk' }
  const target_url = 'https://hooks.example.com/orders'

  await api.tokens.create({ name: 'Nightly import', permission: 'read_only' })
  const service = { name: 'Deploys', token: 'Build' }
  const { id } = await api.service_accounts.create({ name: service.name, role: 'viewer' })
  await api.service_accounts.create_token(
    { service_account_id: id },
    { name: service.token, permission: 'read_only' },
  )
  await api.agents.update(agent, { description: 'Answers customers' })
  await api.app_users.invite(app, { user_email: 'grace@example.org' })
  await api.integrations.upload_file(app, { file: new File(['a plan'], 'plan.txt', { type: 'text/plain' }) })
  const site = { appId: 'app_demo_storefront', domain: 'shop.example.org' }
  await api.domains.add({ app_id: site.appId }, { domain: site.domain })
  const collaborator = await make.person('editor', { id: workspaceId })
  await make.person('editor', { id: workspaceId })
  await make.collaborator({ id: app.app_id }, collaborator, 'viewer')

  const appHook = await api.app_webhooks.create(app, { target_url, events: ['entity.created'] })
  const onHook = await api.app_webhooks.create(app, {
    target_url: 'https://second.example.com/on',
    events: ['entity.created'],
  })
  await api.records.create(
    { ...app, entity_name: 'Order' },
    { number: 'HP-90000', customer: 'Ada', total: 1 },
  )
  await api.app_webhooks.update({ ...app, webhook_id: appHook.id }, { enabled: false })
  // As its failures would have turned it off: that needs somebody.
  await atrium.app.sql`update webhooks set consecutive_failures = 20, failing_since = now(),
      last_error = '{"message": "Nobody answered", "attempted_at": "2026-11-17T10:00:00.000Z"}'
    where id = ${appHook.id}`
  const agentHook = await api.webhooks.create(agent, {
    target_url,
    events: ['message.created'],
    generate_secret: true,
  })
  const { id: conversation_id } = await api.conversations.open(agent, {})
  await api.messages.send({ ...agent, conversation_id }, { content: 'Hello' })
  const failing = [agentHook.id, onHook.id]
  await atrium.app.sql`with ended as (delete from webhook_queue where webhook_id = any(${failing}))
    update deliveries set status = 'failed' where webhook_id = any(${failing})`
  await api.assets.generate(
    { app_id: 'app_demo_storefront' },
    { campaign_type: 'SMART', business_name: 'Harbour & Pine' },
  )
  for (const content of ['Deno.serve(() => new Response("one"))', 'Deno.serve(() => new Response("two"))'])
    await api.functions.deploy(
      { ...app, name: 'hello' },
      { entry: 'index.ts', files: [{ path: 'index.ts', content }] },
    )
  await api.secrets.set(app, { PAY_KEY: 'sk_1' })
  await api.app_agents.configure(app, [{ name: 'guide' }])
  const shop = { app_id: 'app_demo_storefront' }
  await giveRepository(api, shop.app_id, 'harbour/shop')
  const coding = await api.coding.launch(shop, { title: 'Notes', prompt: 'add a file NOTES.md with Hello' })
  const workflows = await makeWorkflows(api)
  await atrium.app.atrium.jobs.drain()

  const invited = await make.person('editor')
  const linkFor = async (email: string, by = api) => {
    await by.invitations.create({ email, role: 'viewer' })
    const { items } = await by.mail.list()
    return /\/invitations\/accept#token=\S+/.exec(items[0]?.text ?? '')?.[0] ?? ''
  }
  const account = 'signer@example.com'
  const invitation_token = (await linkFor(account)).split('token=')[1] ?? ''
  await atrium.app.anonymous.invitations.accept({ invitation_token, full_name: 'Signer', password: PASSWORD })
  const elsewhere = atrium.app.as(await make.person('owner'))
  return {
    workspaceId,
    links: {
      newcomer: await linkFor('newcomer@example.com'),
      account: await linkFor(account, elsewhere),
      invited: await linkFor(invited.email),
      other: await linkFor('somebody@example.com'),
    },
    email: { member: collaborator.email, pending: 'newcomer@example.com' },
    app: { id: app.app_id, webhookId: appHook.id, onId: onHook.id, url: target_url },
    agent: { id: agent.agent_id, webhookId: agentHook.id, onId: agentHook.id, url: target_url },
    userEmail: 'grace@example.org',
    fileName: 'plan.txt',
    site,
    service,
    workflows,
    tests: await demoTest(api),
    signIn: await makeSignIn(atrium, api),
    coding: { session: coding.id },
    source: { commit: (await api.source.commits(shop)).items[0]?.commit_id ?? '' },
    recordViewId: await bigOrders(api, app.app_id),
    collaborator: collaborator.email,
    invited,
  }
}

async function makeWorkflows(api: ReturnType<Console['app']['as']>): Promise<WorkflowScene['workflows']> {
  const active = await makeWorkflow(api, 'Counts')
  await api.workflows.update({ app_id: 'app_demo_orders', workflow_id: active }, { definition: LOOPS })
  const paused = await makeWorkflow(api, 'Sleeps', LOOPS, { status: 'inactive' })
  const fails = await makeWorkflow(api, 'Fails', FAILS)
  const asks = await makeWorkflow(api, 'Asks', ASKS)
  const waiting = { workflow_id: asks, run_id: await startRun(api, asks) }
  await waits(api, waiting)
  return {
    active,
    paused,
    failed: { workflow: fails, run: await ranTo(api, fails, 'failed') },
    waiting: { workflow: asks, run: waiting.run_id },
  }
}

/** Without filter and order, so that its link is the address that it leads to. */
async function bigOrders(api: ReturnType<Console['app']['as']>, app_id: string): Promise<string> {
  const look = { entity_name: 'Order', columns: [{ field: 'total' }] }
  return (await api.record_views.create({ app_id }, { ...look, name: 'Big orders' })).id
}
