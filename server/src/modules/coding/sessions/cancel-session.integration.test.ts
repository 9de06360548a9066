import { expect, onTestFinished, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { createNotifications } from '../../../platform/database/listen.ts'
import { createLog } from '../../../platform/log.ts'
import { useSessions } from '../test/session-scene.ts'
import { SESSIONS_CHANNEL } from './session-channel.ts'

const scene = useSessions()
const { app, at, owner, viewer, stranger, launch, start, ask, move, cancel, rowOf } = scene
const place = (session_id: string) => ({ app_id: at.app_id, session_id })

test('refuses those who cannot edit the app, and what is not there or has ended', async () => {
  const { id } = await launch()
  await expect(app.as(viewer).coding.cancel(place(id))).rejects.toEqual(refusal(403, 'editor_required'))
  await expect(app.as(stranger).coding.cancel(place(id))).rejects.toEqual(refusal(404, 'app_not_found'))
  const none = 'cod_06bcz0k3v4n8q1t5w7x9y2a3b4'
  await expect(cancel(none)).rejects.toEqual(refusal(404, 'coding_session_not_found'))
  await cancel(id)
  await expect(cancel(id)).rejects.toEqual(refusal(409, 'session_ended'))
})

test('ends one that waits at once, and gives its credits back', async () => {
  const { id } = await launch()
  expect(await scene.holds()).toBe(1)
  expect(await cancel(id)).toMatchObject({ state: 'cancelled', completed_at: expect.any(String) })
  expect([await scene.holds(), await scene.uses()]).toEqual([0, 0])
  const { items } = await app.as(owner).audit.list({ app_id: at.app_id, action: 'coding.cancel' })
  expect(items.map(({ target_id }) => target_id)).toEqual([id])
})

test('ends one that waits for a person in one transaction, with both states in its events', async () => {
  const { id } = await launch()
  await start(id)
  await ask(id)
  expect(await cancel(id)).toMatchObject({ state: 'cancelled', input_request_id: null })
  const { items } = await scene.client().coding.events(place(id))
  expect(items.flatMap(({ type, data }) => (type === 'state' ? [data.to] : []))).toEqual([
    ...['running', 'needs_input', 'cancelling', 'cancelled'],
  ])
  expect(await scene.client().coding.input_request(place(id))).toEqual({ input_request: null })
})

test('asks the node that has one to stop, as often as it is asked for', async () => {
  const { id } = await launch()
  await start(id)
  const messages: string[] = []
  const notifications = createNotifications({ connection: app.databaseUrl, log: createLog('silent') })
  onTestFinished(() => notifications.close())
  notifications.on(SESSIONS_CHANNEL, (message) => messages.push(message))
  await notifications.ready()
  expect(await cancel(id)).toMatchObject({ state: 'cancelling', completed_at: null })
  expect(await cancel(id)).toMatchObject({ state: 'cancelling' })
  await expect.poll(() => messages.filter((one) => one === `cancel ${id}`).length).toBe(2)
  expect((await rowOf(id)).worker).toBe('node')
  await move(id, 'stopped')
  await expect(cancel(id)).rejects.toEqual(refusal(409, 'session_ended'))
})

test('leaves one alone whose pull request may be there, though its node is lost', async () => {
  const { id } = await launch()
  await start(id)
  await move(id, 'finish_with_changes', { worker: null, leased_until: null })
  expect((await cancel(id)).state).toBe('cancelling')
  expect((await cancel(id)).state).toBe('cancelling')
  await move(id, 'opened', { outcome: 'pull_request' })
  expect((await scene.read(id)).state).toBe('completed')
  expect(await scene.uses()).toBe(1)
})

test('ends one at once that no node has taken up again', async () => {
  const { id } = await launch()
  await start(id)
  await ask(id)
  await scene.say(id, { approve: true })
  expect((await cancel(id)).state).toBe('cancelled')
})

test('two cancels at once end it once', async () => {
  const { id } = await launch()
  const both = await Promise.allSettled([cancel(id), cancel(id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
