/** The entities of an app, against a whole server in this process. */
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { useSharedApp } from '../../server/test/use-shared-app.ts'
import { startStandIn } from '../test/stand-in.ts'
import { type AnyRecord, ApiError, createClient, type EntityClient } from './index.ts'

interface Task {
  id: string
  created_date: string
  updated_date: string
  created_by?: string
  title: string
  status?: 'open' | 'done' | null
  hours?: number | null
  tags?: string[] | null
  address?: { city?: string } | null
}
type TaskFields = Omit<Task, 'id' | 'created_date' | 'updated_date' | 'created_by'>
type Typed = { Task: { record: Task; create: TaskFields; update: Partial<TaskFields> } }

const server = useSharedApp()
let app_id: string
let token: string

beforeAll(async () => {
  const editor = await server.make.person('editor')
  app_id = (await server.make.app(editor)).id
  token = editor.token
  await server.as(editor).schemas.set(
    { app_id, name: 'Task' },
    {
      properties: {
        title: { type: 'string' },
        status: { type: 'string', enum: ['open', 'done'], default: 'open' },
        hours: { type: 'number' },
        tags: { type: 'array', items: { type: 'string' } },
        address: { type: 'object', properties: { city: { type: 'string' } } },
      },
      required: ['title'],
    },
  )
})

/** The tasks of this app, none at first. */
async function tasks(): Promise<EntityClient<Typed['Task']>> {
  const { Task } = createClient<Typed>({ baseUrl: server.baseUrl, token, app_id, retries: 0 }).entities
  await Task.deleteMany({})
  return Task
}

const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

describe('one record', () => {
  test('is created, read, changed and deleted', async () => {
    const Task = await tasks()
    const made = await Task.create({ title: 'Water the plants', hours: 1 })
    expect(made).toMatchObject({ title: 'Water the plants', status: 'open', hours: 1 })
    expect(await Task.get(made.id)).toEqual(made)
    expect(await Task.update(made.id, { status: 'done', hours: null })).toMatchObject({
      id: made.id,
      title: 'Water the plants',
      status: 'done',
      hours: null,
    })
    expect(await Task.delete(made.id)).toEqual({ success: true })
    await expect(Task.get(made.id)).rejects.toMatchObject({ status: 404, code: 'record_not_found' })
  })

  test('is refused as other calls are', async () => {
    const Task = await tasks()
    // @ts-expect-error: a required field left out
    const refused = await Task.create({}).catch((error) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused.fields).toMatchObject([{ loc: ['body', 'title'] }])
  })
})

describe('several records', () => {
  test('are listed by sort, limit, skip and fields', async () => {
    const Task = await tasks()
    await Task.bulkCreate(['a', 'b', 'c', 'd'].map((title, hours) => ({ title, hours })))
    expect(titles(await Task.list('-hours'))).toEqual(['d', 'c', 'b', 'a'])
    expect(titles(await Task.list('hours', 2, 1))).toEqual(['b', 'c'])
    const [first] = await Task.list('hours', 1, null, ['title'])
    expect(first).toEqual({ id: expect.any(String), title: 'a' })
  })

  test('are found by a filter, and counted', async () => {
    const Task = await tasks()
    await Task.bulkCreate([
      { title: 'a', hours: 1, tags: ['x'], address: { city: 'Ulm' } },
      { title: 'b', hours: 2, tags: ['x', 'y'] },
      { title: 'c', hours: 3 },
    ])
    expect(titles(await Task.filter({ hours: { $gte: 2 } }, 'title'))).toEqual(['b', 'c'])
    expect(titles(await Task.filter({ title: ['a', 'c'] }, '-title', 1))).toEqual(['c'])
    expect(titles(await Task.filter({ tags: 'y' }))).toEqual(['b'])
    expect(titles(await Task.filter({ 'address.city': 'Ulm' }, null, null, null, ['title']))).toEqual(['a'])
    expect(titles(await Task.filter({ $or: [{ tags: null }, { hours: 1 }] }, 'title'))).toEqual(['a', 'c'])
    expect(await Task.count({ tags: { $exists: true } })).toBe(2)
    expect(await Task.count()).toBe(3)
  })

  test('come one after the other over all pages', async () => {
    const Task = await tasks()
    const pages = async (count: number, from: number) =>
      Task.bulkCreate(Array.from({ length: count }, (_, i) => ({ title: 'x', hours: from + i })))
    await pages(500, 0)
    await pages(20, 500)
    const hours: unknown[] = []
    for await (const task of Task.iterate({ hours: { $lt: 510 } }, '-hours', ['hours']))
      hours.push(task.hours)
    expect(hours).toEqual(Array.from({ length: 510 }, (_, i) => 509 - i))
  })

  test('are changed by id, by query and by a field they share', async () => {
    const Task = await tasks()
    const [a, b] = await Task.bulkCreate([{ title: 'a', hours: 1 }, { title: 'b' }])
    const changed = await Task.bulkUpdate([
      { id: a?.id ?? '', hours: 5 },
      { id: b?.id ?? '', status: 'done' },
    ])
    expect(changed).toMatchObject([{ hours: 5 }, { status: 'done' }])
    const grown = await Task.updateMany({ hours: 5 }, { $inc: { hours: 2 }, $addToSet: { tags: 'long' } })
    expect(grown).toEqual({ success: true, updated: 1, has_more: false })
    const { created, updated, records } = await Task.upsert(
      [{ title: 'a', status: 'done' }, { title: 'c' }],
      'title',
    )
    expect({ created, updated }).toEqual({ created: 1, updated: 1 })
    expect(records).toMatchObject([{ id: a?.id, hours: 7, tags: ['long'], status: 'done' }, { title: 'c' }])
    expect(await Task.deleteMany({ status: 'done' })).toEqual({ success: true, deleted: 2 })
    expect(titles(await Task.list())).toEqual(['c'])
  })
})

describe('a client', () => {
  test('of one app is made by name, too', async () => {
    const Task = await tasks()
    await Task.create({ title: 'a' })
    const client = createClient({ baseUrl: server.baseUrl, token })
    expect(titles(await client.app<Typed>(app_id).entities.Task.list())).toEqual(['a'])
    expect(await client.app(app_id).entity('Task').list()).toMatchObject([{ title: 'a' }])
    await expect(client.app(app_id).entity('Tsk').list()).rejects.toMatchObject({ code: 'entity_not_found' })
  })

  test('keeps its credential when that of one app changes', async () => {
    const client = createClient({ baseUrl: server.baseUrl, token })
    const app = client.app(app_id)
    app.setToken('nonsense')
    await expect(app.entity('Task').count()).rejects.toMatchObject({ status: 401 })
    expect(await client.records.count({ app_id, entity_name: 'Task' })).toEqual({ count: expect.any(Number) })
  })

  test('sends its headers with every request', async () => {
    const { url, received } = await startStandIn({ body: { count: 1 } })
    const headers = { 'x-bypass-rls': 'true' }
    await createClient({ baseUrl: url, app_id: 'app_1', headers }).entity('Task').count({ done: true })
    expect(received).toMatchObject([
      { path: '/api/apps/app_1/entities/Task/count?q=%7B%22done%22%3Atrue%7D', headers },
    ])
  })

  test('can be awaited, printed and compared without an entity being asked for', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', app_id: 'app_1' })
    expect(await client.entities).toBe(client.entities)
    expect(client.entities.Task).toBe(client.entities.Task)
    expect(JSON.stringify(client.entities)).toBe('{}')
    expect(String(client.entities)).toBe('[object Object]')
  })
})

test('the types follow the entity', () => {
  const client = createClient<Typed>({ baseUrl: '', app_id: 'app_1' })
  const { Task } = client.entities
  expectTypeOf(Task.get).returns.resolves.toEqualTypeOf<Task>()
  const all = () => Task.list()
  expectTypeOf(all).returns.resolves.toEqualTypeOf<Task[]>()
  expectTypeOf(
    createClient({ baseUrl: '', app_id: 'app_1' }).entity('Any').get,
  ).returns.resolves.toEqualTypeOf<AnyRecord>()
  const chosen = () => Task.list('title', 1, 0, ['title', 'hours'])
  expectTypeOf(chosen).returns.resolves.toEqualTypeOf<Pick<Task, 'id' | 'title' | 'hours'>[]>()

  // Never called: each of these lines must be refused by the compiler.
  const refused = () => [
    // @ts-expect-error: an entity that the app does not have
    client.entities.Tsk,
    // @ts-expect-error: a field that the entity does not have
    Task.create({ title: 'a', colour: 'red' }),
    // @ts-expect-error: a word that is not in the list
    Task.update('rec_1', { status: 'dne' }),
    // @ts-expect-error: a value of another type in a filter
    Task.filter({ hours: { $gt: 'two' } }),
    // @ts-expect-error: a filter by a field that the entity does not have
    Task.filter({ colour: 'red' }),
    // @ts-expect-error: a sort by a field that the entity does not have
    Task.list('-colour'),
    // @ts-expect-error: a field that was not asked for
    Task.list('title', 1, 0, ['title']).then(([task]) => task?.hours),
    // @ts-expect-error: a client without an app has no entities
    createClient({ baseUrl: '' }).entities,
    // @ts-expect-error: an operator that needs a number
    Task.updateMany({}, { $inc: { hours: 'one' } }),
  ]
  expect(refused).toBeTypeOf('function')
})
