import { expect } from 'vitest'
import type { Person } from '../make.ts'
import type { Cases } from './case.ts'
import { workspaceCases } from './workspace-cases.ts'
import type { World } from './world.ts'

/** Another member of the owner's workspace. */
const member = ({ app, owner }: World, role: 'admin' | 'editor' | 'viewer' = 'editor'): Promise<Person> =>
  app.make.person(role, { id: owner.workspace_id })

const TOKEN = /#token=(\S+)/
const newEmail = () => `newcomer-${crypto.randomUUID()}@example.com`

/** Somebody who was invited and has not answered yet. */
async function invited({ client }: World): Promise<string> {
  const email = newEmail()
  await client.invitations.create({ email, role: 'viewer' })
  return email
}

const INVITED =
  'audit_log insert, invitation_links insert, mails insert, member_lists update, member_numbers update, ' +
  'member_search insert, members insert, pgboss.job tenancy.deliver_mail insert'
const INVITED_AGAIN =
  'audit_log insert, invitation_links update, mails insert, member_lists update, members update, ' +
  'pgboss.job tenancy.deliver_mail insert'

export const tenancyCases: Cases = {
  'session.create': async ({ app, password }) => {
    const { email } = await app.make.user({ password_hash: password.hash })
    return () => app.anonymous.session.create({ email, password: password.text })
  },
  'session.delete': async ({ app, owner }) => {
    const session = app.as(await app.make.session(owner))
    return () => session.session.delete()
  },
  ...workspaceCases,
  'tokens.create':
    async ({ client }) =>
    () =>
      client.tokens.create({ name: 'deploys', permission: 'full_access' }),
  'tokens.revoke': async ({ client }) => {
    const { id } = await client.tokens.create({ name: 'deploys', permission: 'full_access' })
    return () => client.tokens.revoke({ token_id: id })
  },
  'api_keys.create': {
    why: 'it is gone and only says so',
    prepare:
      async ({ client }) =>
      () =>
        expect(client.api_keys.create()).rejects.toMatchObject({ status: 410 }),
    steps: [],
  },
  'members.list': {
    why: 'the list is answered as it was, when its copy cannot be renewed',
    prepare: async (world) => {
      await world.client.members.set_role({ email: (await member(world)).email }, { role: 'viewer' })
      return () => world.client.members.list()
    },
    copes: true,
  },
  'members.set_role': async (world) => {
    const { email } = await member(world)
    return () => world.client.members.set_role({ email }, { role: 'viewer' })
  },
  'members.bulk_set_role': async (world) => {
    const [one, two] = [await member(world), await member(world)]
    const items = [one, two].map(({ email }) => ({ email, role: 'viewer' as const }))
    return () => world.client.members.bulk_set_role({ items })
  },
  'members.set_credit_limit': async (world) => {
    const { email } = await member(world)
    return () => world.client.members.set_credit_limit({ email }, { credit_limit: 5 })
  },
  'members.bulk_set_credit_limit': async (world) => {
    const [one, two] = [await member(world), await member(world)]
    const items = [one, two].map(({ email }) => ({ email, credit_limit: 5 }))
    return () => world.client.members.bulk_set_credit_limit({ items })
  },
  'members.set_default_credit_limit':
    async ({ client }) =>
    () =>
      client.members.set_default_credit_limit({ credit_limit: 50_000 }),
  'members.remove': async (world) => {
    const leaver = await member(world)
    await world.app.make.app(leaver)
    return () => world.client.members.remove({ email: leaver.email })
  },
  'invitations.create': async ({ client }) => {
    const email = newEmail()
    return () => client.invitations.create({ email, role: 'viewer' })
  },
  'invitations.bulk': {
    why: 'each person is invited on their own, so that one who is refused holds up no other',
    prepare: async (world) => {
      await invited(world)
      const items = [newEmail(), newEmail()].map((email) => ({ email, role: 'viewer' as const }))
      return () => world.client.invitations.bulk({ items })
    },
    steps: [INVITED, INVITED],
  },
  'invitations.resend': async (world) => {
    const email = await invited(world)
    return () => world.client.invitations.resend({ email })
  },
  'invitations.bulk_resend': {
    why: 'each person is invited on their own, so that one who is refused holds up no other',
    prepare: async (world) => {
      const those = [await invited(world), await invited(world)]
      return () => world.client.invitations.bulk_resend({ emails: those })
    },
    steps: [INVITED_AGAIN, INVITED_AGAIN],
  },
  'invitations.revoke': async (world) => {
    const email = await invited(world)
    return () => world.client.invitations.revoke({ email })
  },
  'invitations.preview': {
    why: 'it only reads',
    prepare: async (world) => {
      const invitation_token = await world.findInMail(await invited(world), TOKEN)
      return () => world.app.anonymous.invitations.preview({ invitation_token })
    },
    steps: [],
  },
  'invitations.accept by somebody new': async (world) => {
    const { app } = world
    const invitation_token = await world.findInMail(await invited(world), TOKEN)
    const body = { invitation_token, full_name: 'New Person', password: 'a long password of theirs' }
    return () => app.anonymous.invitations.accept(body)
  },
  'invitations.accept by a user of another workspace': async ({ app, client, findInMail }) => {
    const other = await app.make.person('owner')
    await client.invitations.create({ email: other.email, role: 'viewer' })
    const invitation_token = await findInMail(other.email, TOKEN)
    const session = app.as(await app.make.session(other))
    return () => session.invitations.accept({ invitation_token })
  },
  'apps.create':
    async ({ client }) =>
    () =>
      client.apps.create({ name: 'Shop' }),
  'apps.update': async ({ app, owner, client }) => {
    const { id } = await app.make.app(owner)
    return () => client.apps.update({ app_id: id }, { name: 'Renamed' })
  },
  'apps.delete': async ({ app, owner, client }) => {
    const { id } = await app.make.app(owner)
    return () => client.apps.delete({ app_id: id })
  },
  'collaborators.set': async (world) => {
    const { id } = await world.app.make.app(world.owner)
    const { email } = await member(world, 'viewer')
    return () => world.client.collaborators.set({ app_id: id, email }, { role: 'editor' })
  },
  'collaborators.remove': async (world) => {
    const app = await world.app.make.app(world.owner)
    const person = await member(world, 'viewer')
    await world.app.make.collaborator(app, person, 'editor')
    return () => world.client.collaborators.remove({ app_id: app.id, email: person.email })
  },
  'folders.create':
    async ({ client }) =>
    () =>
      client.folders.create({ name: 'Sales', scope: 'workspace' }),
  'folders.update': async ({ app, owner, client }) => {
    const { id } = await app.make.folder(owner)
    return () => client.folders.update({ folder_id: id }, { name: 'Renamed' })
  },
  'folders.delete': async ({ app, owner, client }) => {
    const { id } = await app.make.folder(owner)
    await app.make.folder(owner, { parent_folder_id: id })
    return () => client.folders.delete({ folder_id: id })
  },
  'folders.add_items': async ({ app, owner, client }) => {
    const { id } = await app.make.folder(owner)
    const app_ids = [(await app.make.app(owner)).id, (await app.make.app(owner)).id]
    return () => client.folders.add_items({ folder_id: id }, { app_ids })
  },
  'folders.remove_item': async ({ app, owner, client }) => {
    const { id: folder_id } = await app.make.folder(owner)
    const { id: app_id } = await app.make.app(owner)
    await client.folders.add_items({ folder_id }, { app_ids: [app_id] })
    return () => client.folders.remove_item({ folder_id, app_id })
  },
}
