/** `atrium types`: what it writes is TypeScript that says what the server does. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../server/test/app.ts'
import { useFolder } from '../../../server/test/use-folder.ts'
import { cli } from '../../test/run-cli.ts'
import { declareEntities } from './entity-declarations.ts'

// Each run of the compiler takes seconds.
vi.setConfig({ testTimeout: 60_000 })

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = useFolder()

/** What the compiler says of these files, with the strictest of settings. */
async function compile(files: Record<string, string>): Promise<string[]> {
  const project = mkdtempSync(join(folder, 'project-'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  const options = {
    ...compilerOptions,
    types: [],
    paths: { '@atrium/sdk': [join(root, 'sdk/src/index.ts')] },
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: Object.keys(files) }),
  )
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['--checkers', '1', '-p', project], (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('error'))),
    )
  })
}

const TASK = {
  description: 'What is to do.\nNot */ more.',
  properties: {
    title: { type: 'string', description: 'One line' },
    status: { type: 'string', enum: ['open', 'it\'s "done"'], default: 'open' },
    due: { type: 'string', format: 'date' },
    hours: { type: ['integer', 'null'] },
    salary: { type: 'number', rls: { read: { user_condition: { role: 'admin' } } } },
    tags: { type: 'array', items: { type: ['string', 'number'] } },
    address: {
      type: 'object',
      properties: { city: { type: 'string' }, zip: { type: 'string' } },
      required: ['city'],
    },
    visits: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
    anything: {},
    class: { type: 'boolean' },
    '2nd': { enum: [1, true, null] },
  },
  required: ['title', 'status', 'salary'],
}

describe('the declarations', () => {
  test('tell apart what is read, created and changed', () => {
    const text = declareEntities({ Task: TASK }, 'app_1')
    const [, record = '', create = ''] = text.split(/export interface Task/)
    for (const line of [
      ' * What is to do.\n * Not *\\/ more.',
      '  /** One line */\n  title: string\n',
      "  status: 'open' | 'it\\'s \"done\"'\n",
      '  /** @format date */\n  due?: string | null\n',
      '  hours?: number | null\n',
      '  salary?: number\n',
      '  tags?: (string | number)[] | null\n',
      '  address?: {\n    city: string\n    zip?: string | null\n    [other: string]: unknown\n  } | null\n',
      '  anything?: unknown\n',
      '  class?: boolean | null\n',
      "  '2nd'?: 1 | true | null\n",
    ])
      expect(text.slice(0, text.length - create.length)).toContain(line)
    expect(record).toContain('extends AutomaticFields {')
    // A default stands in for what is left out; who may not read a field may have to give it.
    expect(create).toContain('  status?: ')
    expect(create).toContain('  salary: number\n')
  })

  test('of awkward names, of no fields and of no entities compile', { tags: 'slow' }, async () => {
    const awkward = [
      'class',
      'string',
      '1st',
      'Entities',
      'AutomaticFields',
      'Task',
      'TaskCreate',
      'Record',
      "it's",
    ]
    const named = awkward.map((name) => [name, { properties: { from: { type: 'string' } } }])
    const text = declareEntities({ ...Object.fromEntries(named), Empty: {} }, 'app_1')
    expect(text).toContain("  'it\\'s': { record: it_s; ")
    expect(text).toContain('  TaskCreate: { record: TaskCreate; create: TaskCreateCreate; ')
    expect(text).toContain('  Task: { record: Task; create: TaskCreate_2; ')
    const use = `
      import { createClient } from '@atrium/sdk'
      import type { Entities } from './entities.ts'
      import type { Entities as None } from './none.ts'
      const { entities } = createClient<Entities>({ baseUrl: '', app_id: 'app_1' })
      for (const each of [entities.class, entities.string, entities['1st'], entities["it's"], entities.Record])
        each.create({ from: 'x' }).then(({ id, from }) => [id, from])
      entities.Empty.create({})
      // @ts-expect-error: a field where there are none
      entities.Empty.create({ title: 'a' })
      // @ts-expect-error: an entity where there are none
      createClient<None>({ baseUrl: '', app_id: 'app_1' }).entities.Task
    `
    const files = { 'entities.ts': text, 'none.ts': declareEntities({}, 'app_1'), 'use.ts': use }
    expect(await compile(files)).toEqual([])
  })
})

/** The code on the page, with what it takes for granted. */
function examplesOfTheDocs(): Record<string, string> {
  const page = readFileSync(join(root, 'docs/sdk-and-cli.md'), 'utf8')
  const [, section = ''] = /\n### Entities\n([\s\S]*?)\n### Webhooks\n/.exec(page) ?? []
  const examples = [...section.matchAll(/```ts(?: fragment)?\n([\s\S]*?)```/g)].map(([, code]) => code)
  expect(examples).toHaveLength(6)
  const given = 'declare const token: string, email: string, password: string, otp_code: string, file: File'
  const sent = 'declare const cart: object, form: FormData, signal: AbortSignal'
  const shown = 'declare const show: (event: object) => void, showAll: (tasks: object[]) => void'
  const properties = {
    title: { type: 'string' },
    status: { type: 'string', enum: ['open', 'done'], default: 'open' },
    due: { type: 'string', format: 'date' },
  }
  return {
    'docs.ts': [...examples, given, sent, shown].join('\n').replace('./entities.ts', './docs-entities.ts'),
    'docs-entities.ts': declareEntities({ Task: { properties, required: ['title'] } }, 'app_1'),
  }
}

describe('the command', () => {
  let server: TestApp
  let env: Record<string, string>
  let app_id: string

  beforeAll(async () => {
    server = await createTestApp()
    const editor = await server.make.person('editor')
    app_id = (await server.make.app(editor)).id
    env = { ATRIUM_URL: server.baseUrl, ATRIUM_TOKEN: editor.token }
    await server.as(editor).schemas.set({ app_id, name: 'Task' }, TASK)
    await server
      .as(editor)
      .schemas.set({ app_id, name: 'Note' }, { properties: { text: { type: 'string' } } })
  })
  afterAll(() => server.stop())

  test('writes a file with which the compiler knows the entities, as the documentation has it', {
    tags: 'slow',
  }, async () => {
    const file = join(folder, 'made', 'entities.ts')
    const { code, stderr } = await cli(`types --app ${app_id} --out ${file}`, { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Wrote the types of 2 entities to ${file}.\n` })
    const use = `
      import { createClient } from '@atrium/sdk'
      import type { Entities, Task } from './entities.ts'
      const client = createClient<Entities>({ baseUrl: '', app_id: 'app_1' })
      const { Task, Note } = client.entities
      export async function use() {
        const made: Task = await Task.create({ title: 'a', salary: 1, address: { city: 'Ulm', more: 1 } })
        await Task.update(made.id, { status: 'open', due: null })
        await Task.filter({ hours: { $gte: 2 }, 'address.city': 'Ulm', $or: [{ tags: 'x' }] }, '-created_date', 20)
        await Note.upsert([{ text: 'a' }], 'text')
        Task.subscribe(({ type, data }) => (type === 'delete' ? data.id : data.title))
        // @ts-expect-error: of what is deleted only the id is reported
        Task.subscribe(({ data }) => data.title)
        const [picked] = await client.app<Entities>('app_2').entities.Task.list('due', 1, 0, ['due'])
        // @ts-expect-error: a field that was not asked for
        picked?.title
        // @ts-expect-error: a required field left out
        await Task.create({ title: 'a' })
        // @ts-expect-error: a word that is not in the list
        await Task.update(made.id, { status: 'opn' })
        // @ts-expect-error: a name that is not declared would be dropped
        await Task.update(made.id, { titel: 'b' })
        // @ts-expect-error: a required field cannot be emptied
        await Task.update(made.id, { title: null })
        // @ts-expect-error: it may be hidden
        made.salary.toFixed()
        // @ts-expect-error: an entity that the app does not have
        client.entities.Tasks
      }
    `
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(app_id)
    const wrong = use.replace("{ title: 'a', salary: 1", '{ title: 1, salary: 1')
    const files = { 'entities.ts': text, 'use.ts': use, 'wrong.ts': wrong, ...examplesOfTheDocs() }
    expect(await compile(files)).toEqual([expect.stringMatching(/wrong\.ts\(\d+,\d+\): error TS2322/)])
  })

  test('shows them when no file is named, and takes the app from the environment', async () => {
    const { stdout } = await cli('types', { env: { ...env, ATRIUM_APP: app_id } })
    expect(stdout).toContain('export interface Task extends AutomaticFields {')
  })

  test('says what is missing, and who may not', async () => {
    expect(await cli('types', { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--app is missing'),
    })
    expect(await cli('types --app app_none', { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('app_not_found'),
    })
    expect((await cli('types --help')).stdout).toMatch(
      /Usage: atrium types \[flags\].*--app <text>.*--out <text>/s,
    )
  })
})
