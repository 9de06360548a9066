import type { Cases } from './case.ts'
import type { World } from './world.ts'

/** An app with a recording. */
async function recording({ app, owner, client }: World) {
  const { id: app_id } = await app.make.app(owner)
  const { id: recording_id, snippet } = await client.recordings.create({ app_id })
  return { at: { app_id, recording_id }, recording_key: /rck_[\w-]+/.exec(snippet)?.[0] ?? '' }
}

export const recordingCases: Cases = {
  'recordings.create': async (world) => {
    const { id: app_id } = await world.app.make.app(world.owner)
    return () => world.client.recordings.create({ app_id })
  },
  'recordings.delete': async (world) => {
    const { at } = await recording(world)
    return () => world.client.recordings.delete(at)
  },
  'recordings.send': async (world) => {
    const { recording_key } = await recording(world)
    const action = { type: 'press' as const, url: 'https://shop.example.com/', value: 'Enter' }
    const send = () =>
      world.app.anonymous.recordings.send({ recording_key }, { seq: 0, actions: [action], ended: true })
    return send
  },
}
