import { makeTrouble } from '../../src/modules/attention/test/attention-scene.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

/** The id of something that needs the owner. */
async function anItem({ app, owner, client }: World) {
  const { id: app_id } = await app.make.app(owner)
  const trouble = await makeTrouble.run_failed?.(app, owner, app_id)
  await trouble?.begin()
  const { items } = await client.attention.list({ app_id })
  return { item_id: items[0]?.id ?? '' }
}

export const attentionCases: Cases = {
  'attention.dismiss': async (world) => {
    const at = await anItem(world)
    return () => world.client.attention.dismiss(at)
  },
  'attention.snooze': async (world) => {
    const at = await anItem(world)
    const until = new Date(world.app.clock.now().getTime() + 3_600_000).toISOString()
    return () => world.client.attention.snooze(at, { until })
  },
  'attention.restore': async (world) => {
    const at = await anItem(world)
    await world.client.attention.dismiss(at)
    return () => world.client.attention.restore(at)
  },
  'attention.configure': async (world) => {
    const { app, owner } = world
    const person = await app.make.person('viewer', { id: owner.workspace_id })
    return () => app.as(person).attention.configure({ mail: true })
  },
}

/** Somebody who wants emails, and something new for them. */
async function wantsMail(world: World) {
  const { app } = world
  const person = await app.make.person('owner')
  await app.as(person).attention.configure({ mail: true })
  const { id } = await app.make.app(person)
  const trouble = await makeTrouble.run_failed?.(app, person, id)
  await trouble?.begin()
  return { workspace_id: person.workspace_id, user_id: person.id }
}

export const attentionJobCases: Record<string, (world: World) => Promise<object>> = {
  'attention.mail_digest': wantsMail,
  'attention.start_digests': async (world: World) => {
    await wantsMail(world)
    return {}
  },
}
