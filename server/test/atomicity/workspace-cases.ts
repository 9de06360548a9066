import type { Person } from '../make.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

async function signedIn({ app }: World, person: { id: string }) {
  return app.as(await app.make.session(person as Person))
}

async function bot({ client }: World) {
  const { id } = await client.service_accounts.create({ name: 'Bot', role: 'viewer' })
  return { service_account_id: id }
}

const TOKEN = { name: 'server', permission: 'full_access' as const }

export const workspaceCases: Cases = {
  'workspaces.create': async (world) => {
    const client = await signedIn(world, await world.app.make.user())
    return () => client.workspaces.create({ name: 'Engines' })
  },
  'workspaces.update':
    async ({ client }) =>
    () =>
      client.workspaces.update({ name: crypto.randomUUID() }),
  'installation.update_workspace': async (world) => {
    const person = await world.app.make.person('owner')
    await world.app.sql`update users set is_installation_admin = true where id = ${person.id}`
    const client = await signedIn(world, person)
    const at = { workspace_id: person.workspace_id }
    let monthly_limit = 0
    return () => client.installation.update_workspace(at, { monthly_limit: ++monthly_limit })
  },
  'workspaces.leave': async (world) => {
    const { app, owner } = world
    const leaver = await app.make.person('editor', { id: owner.workspace_id })
    await app.make.app(leaver)
    const client = await signedIn(world, leaver)
    return () => client.workspaces.leave({ workspaceId: owner.workspace_id })
  },
  'workspaces.transfer': async (world) => {
    const boss = await world.app.make.person('owner')
    const { email } = await world.app.make.person('editor', { id: boss.workspace_id })
    const client = await signedIn(world, boss)
    return () => client.workspaces.transfer({ email }, { query: { workspaceId: boss.workspace_id } })
  },
  'service_accounts.create':
    async ({ client }) =>
    () =>
      client.service_accounts.create({ name: 'Bot', role: 'viewer' }),
  'service_accounts.update': async (world) => {
    const at = await bot(world)
    return () => world.client.service_accounts.update(at, { name: 'Other', role: 'editor' })
  },
  'service_accounts.delete': async (world) => {
    const at = await bot(world)
    await world.client.service_accounts.create_token(at, TOKEN)
    return () => world.client.service_accounts.delete(at)
  },
  'service_accounts.create_token': async (world) => {
    const at = await bot(world)
    return () => world.client.service_accounts.create_token(at, TOKEN)
  },
  'service_accounts.revoke_token': async (world) => {
    const at = await bot(world)
    const { id: token_id } = await world.client.service_accounts.create_token(at, TOKEN)
    return () => world.client.service_accounts.revoke_token({ ...at, token_id })
  },
}
