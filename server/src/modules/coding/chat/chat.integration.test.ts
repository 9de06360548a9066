/** The app builder's turns, through the SDK, by the rules of the offline coder. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { refusal } from '../../../../test/refusal.ts'
import { createSiteScene, PAGE } from '../../hosting/test/site-scene.ts'

let scene: Awaited<ReturnType<typeof createSiteScene>>
beforeAll(async () => {
  scene = await createSiteScene({ role: 'all' })
})
afterAll(() => scene.stop())

const owner = () => scene.app.as(scene.owner)

/** An app of its own, with these files in its code. */
async function makeApp(files: Record<string, string> = {}) {
  const { id } = await scene.app.make.app(scene.owner)
  const at = { app_id: id }
  for (const [path, content] of Object.entries(files))
    await owner().source.write_file({ ...at, path }, { content })
  return {
    at,
    send: (message: string) => owner().chat.send(at, { message }),
    read: (message_id: string) => owner().chat.read({ ...at, message_id }),
    file: async (path: string) => (await owner().source.read_file({ ...at, path })).content,
  }
}

test('a turn changes the code in one commit, and makes a preview that visitors do not get', async () => {
  const { at, send, read, file } = await makeApp({ 'dist/index.html': '<h1>Hello</h1>', 'notes.md': 'x' })
  await owner().site.publish(at, {})
  const turn = await send('Replace "Hello" with "Welcome" in dist/index.html')
  expect(turn).toMatchObject({
    status: { state: 'completed', error_code: null, message: null },
    from: scene.owner.email,
    files: [{ path: 'dist/index.html', status: 'modified', additions: 1, deletions: 1 }],
    entities: [],
  })
  expect(turn.reply).toContain('dist/index.html')
  expect(await file('dist/index.html')).toBe('<h1>Welcome</h1>')
  expect((await owner().source.commits(at)).items[0]?.message).toContain('Replace "Hello"')
  const preview = new URL(turn.preview?.url ?? '')
  expect((await scene.ask(preview.pathname, { headers: PAGE })).text).toContain('Welcome')
  expect((await scene.ask(`/sites/${at.app_id}/`, { headers: PAGE })).text).toContain('Hello')
  expect(await read(turn.id)).toEqual(turn)
  expect((await owner().site.list_revisions(at)).items).toHaveLength(1)
  // What was looked at can be published.
  await owner().site.activate({ ...at, revision_id: turn.preview?.revision_id ?? '' })
  expect((await scene.ask(`/sites/${at.app_id}/`, { headers: PAGE })).text).toContain('Welcome')
  expect((await owner().site.list_revisions(at)).items).toHaveLength(2)
})

test('an entity is made with its schema, and changed later', async () => {
  const { at, send } = await makeApp()
  const made = await send('Create an entity Task with fields title, done (boolean)')
  expect(made).toMatchObject({ status: { state: 'completed' }, entities: ['Task'], preview: null })
  expect(made.files).toMatchObject([{ path: 'entities/Task.json', status: 'added' }])
  // Schemas are for editors.
  const viewer = scene.app.as(scene.viewer)
  const hidden = { id: made.id, files: [], entities: [] }
  expect(await viewer.chat.read({ ...at, message_id: made.id })).toMatchObject(hidden)
  expect((await viewer.chat.list(at)).items).toMatchObject([hidden])
  const schema = await owner().schemas.read({ ...at, name: 'Task' })
  expect(schema).toMatchObject({ properties: { done: { type: 'boolean' } } })
  await owner().records.create({ ...at, entity_name: 'Task' }, { title: 'Try it', done: false })
  const changed = await send('Replace "boolean" with "string" in entities/Task.json')
  expect(changed).toMatchObject({ entities: ['Task'], status: { state: 'completed' } })
  expect(await owner().schemas.read({ ...at, name: 'Task' })).toMatchObject({
    properties: { done: { type: 'string' } },
  })
  // The code has no part of it.
  expect((await owner().source.tree(at)).files).toBe(0)
})

test('a schema that is refused fails the turn before anything is stored', async () => {
  const { at, send } = await makeApp({ 'a.txt': 'one' })
  await send('Create an entity Task with fields title')
  const turn = await send(
    'Replace "one" with "two" in a.txt. Then replace "object" with "nonsense" in entities/Task.json',
  )
  expect(turn).toMatchObject({
    status: { state: 'failed', error_code: 'push_rejected' },
    ...{ reply: null, files: [], entities: [], preview: null },
  })
  expect(turn.status.message).toContain('Task')
  expect((await owner().source.read_file({ ...at, path: 'a.txt' })).content).toBe('one')
  const deleted = await send('Delete entities/Task.json')
  expect(deleted.status).toMatchObject({ state: 'failed', error_code: 'push_rejected' })
  expect(await owner().schemas.read({ ...at, name: 'Task' })).toMatchObject({ type: 'object' })
})

test('a file that moves or goes is not at its old place any more', async () => {
  const { at, send, file } = await makeApp({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' })
  const turn = await send('Move a.txt to docs/d.txt. Then delete b.txt')
  expect(turn.status.state).toBe('completed')
  expect((await owner().source.tree(at)).items.map(({ path }) => path)).toEqual(['c.txt', 'docs/d.txt'])
  expect(await file('docs/d.txt')).toBe('one')
})

test('the sentinels of the offline coder: a question, no change, a failure', async () => {
  const { send } = await makeApp({ 'a.txt': 'one' })
  const asked = await send('[ask] Replace "one" with "two" in a.txt')
  expect(asked).toMatchObject({ status: { state: 'completed' }, files: [] })
  expect(asked.reply).not.toBe('')
  const same = await send('[no-change] anything')
  expect(same).toMatchObject({ status: { state: 'completed' }, files: [], preview: null })
  const failed = await send('[fail] anything')
  expect(failed.status).toMatchObject({ state: 'failed', error_code: 'model_unavailable' })
  expect(failed.status.message).not.toBeNull()
  const answer = await send('What is the meaning of this?')
  expect(answer).toMatchObject({ status: { state: 'completed' }, files: [] })
})

test('one turn of an app at a time', async () => {
  const { at, send, read } = await makeApp({ 'a.txt': 'one' })
  holdClock(scene.app.clock)
  const sending = send('[slow] Replace "one" with "two" in a.txt')
  const open = await vi.waitFor(async () => {
    const { items } = await owner().chat.list(at)
    expect(items[0]?.status.state).toBe('running')
    return items[0]
  }, 30_000)
  await expect(send('Another')).rejects.toEqual(refusal(409, 'session_busy'))
  // Another app is not kept by it.
  const other = await makeApp()
  expect((await other.send('[no-change]')).status.state).toBe('completed')
  // Whenever the coder began to wait.
  await vi.waitFor(
    async () => {
      scene.app.clock.move(3)
      expect((await read(open?.id ?? '')).status.state).toBe('completed')
    },
    { timeout: 30_000, interval: 200 },
  )
  expect((await sending).id).toBe(open?.id)
})

test('refusals: strangers, viewers, other apps, credits', async () => {
  const { at, send } = await makeApp()
  const other = await makeApp()
  const { id } = await send('[no-change]')
  const viewer = scene.app.as(scene.viewer)
  await expect(viewer.chat.send(at, { message: 'x' })).rejects.toEqual(refusal(403, 'editor_required'))
  expect((await viewer.chat.list(at)).items.map((item) => item.id)).toEqual([id])
  expect(await viewer.chat.read({ ...at, message_id: id })).toMatchObject({ id })
  const stranger = scene.app.as(scene.stranger)
  for (const call of [
    () => stranger.chat.send(at, { message: 'x' }),
    () => stranger.chat.list(at),
    () => stranger.chat.read({ ...at, message_id: id }),
  ])
    await expect(call()).rejects.toEqual(refusal(404, 'app_not_found'))
  await expect(owner().chat.read({ ...other.at, message_id: id })).rejects.toEqual(
    refusal(404, 'chat_message_not_found'),
  )
})
