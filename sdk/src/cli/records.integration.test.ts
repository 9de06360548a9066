/** Records in and out, and as they change, against a whole server in this process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../../../server/test/make.ts'
import { useApp } from '../../../server/test/use-app.ts'
import { useFolder } from '../../../server/test/use-folder.ts'
import { eventually } from '../../test/eventually.ts'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { startStandIn } from '../../test/stand-in.ts'
import { writeOut } from './file-transfer.ts'
import { runCli } from './run.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const folder = useFolder()

const server = useApp()
let editor: Person
let app_id: string
let env: Record<string, string>

beforeAll(async () => {
  editor = await server.make.person('editor')
  env = { ATRIUM_URL: server.baseUrl, ATRIUM_TOKEN: editor.token }
})

beforeEach(async () => {
  app_id = (await server.make.app(editor)).id
  const properties = { title: { type: 'string' }, hours: { type: 'number' } }
  await server.as(editor).schemas.set({ app_id, name: 'Task' }, { properties })
})

const tasks = () => server.as(editor).app(app_id).entity('Task')

function fileWith(text: string, name = 'tasks.csv'): string {
  const path = join(mkdtempSync(join(folder, 'file-')), name)
  writeFileSync(path, text)
  return path
}

describe('import', () => {
  test('takes a file, and tells at a terminal what was left out', async () => {
    const path = fileWith('title,hours\na,1\nb,x\n')
    const { code, stdout } = await cli(`records import ${app_id} Task ${path}`, { env, columns: 120 })
    expect(code).toBe(0)
    expect(stdout).toMatch(/row {2}field {2}message\S*\n2 {4}hours {2}\S.*\nstatus partial\n/s)
    expect(await tasks().list()).toMatchObject([{ title: 'a', hours: 1 }])
  })

  test('takes what comes on stdin, and answers a pipe with everything', async () => {
    const stdin = '{"title":"a"}\n{"title":"b"}\n'
    const { stdout } = await cli(`records import ${app_id} Task - --format jsonl`, { env, stdin })
    expect(JSON.parse(stdout)).toMatchObject({ status: 'success', created: 2, output: [{}, {}], errors: [] })
  })

  test('says in a sentence that all went well', async () => {
    const path = fileWith('[{"title":"a"}]', 'tasks.json')
    const { stdout } = await cli(`records import ${app_id} Task ${path}`, { env, columns: 120 })
    expect(stdout).toMatch(/^status +success\n/)
    expect(stdout).not.toContain('output')
  })

  test('refuses a file that is not there before anything is sent', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const wrong = async (words: string) => cli(`records import ${words}`, { fetch })
    expect(await wrong('app_1 Task /nowhere.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file /nowhere.csv.'),
    })
    expect((await wrong('app_1 Task')).stderr).toContain(
      '<file> is missing. Usage: atrium records import <app_id> <entity_name> <file>',
    )
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('export', () => {
  test('writes the file as it comes', async () => {
    await tasks().bulkCreate([
      { title: 'a', hours: 2 },
      { title: 'ä\u001b[2J', hours: 1 },
    ])
    const line = `records export ${app_id} Task --fields title,hours --sort hours`
    const { code, stdout } = await cli(`${line} --format jsonl`, { env })
    expect(code).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row).title),
    ).toEqual(['ä\u001b[2J', 'a'])
    expect((await cli(line, { env })).stdout).toContain('title,hours\r\n')
    // At a terminal nothing in it moves the cursor.
    expect((await cli(line, { env, columns: 80 })).stdout).toContain('ä\\u001b[2J,1\r\n')
  })

  test('that is refused writes nothing', async () => {
    const { code, stdout, stderr } = await cli(`records export ${app_id} Nothing`, { env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('entity_not_found')
  })

  test('is read no faster than it is written', async () => {
    const stdout = new PassThrough({ highWaterMark: 10 })
    const pulled: number[] = []
    const source = new ReadableStream({
      pull: (controller) => {
        pulled.push(1)
        controller.enqueue(new TextEncoder().encode('x'.repeat(10)))
        if (pulled.length === 100) controller.close()
      },
    })
    const written = writeOut(new Response(source), stdout)
    await once(stdout, 'readable')
    expect(pulled.length).toBeLessThan(10)
    stdout.resume()
    await written
    expect(pulled).toHaveLength(100)
  })

  test('ends when its reader leaves, as head does', { tags: 'slow' }, async () => {
    const endless = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      const pour = () => {
        while (!response.destroyed && response.write('a,b\r\n'.repeat(10_000)));
      }
      response.on('drain', pour)
      pour()
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void endless.close())
    // A server that listens on TCP has an address with a port.
    const { port } = endless.address() as AddressInfo
    const words = ['records', 'export', 'app_1', 'Task', '--url', `http://127.0.0.1:${port}`]
    const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let complaint = ''
    child.stderr.on('data', (text) => (complaint += text))
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await ended).toEqual([0, null])
    expect(complaint).toBe('')
  })

  test('of what is no text is not written to a terminal', async () => {
    const { url } = await startStandIn({ headers: { 'content-type': 'image/png' }, body: 'PNG' })
    const line = `files download app_1 key name.png --url ${url}`
    expect(await cli(line, { columns: 80 })).toMatchObject({ code: 2, stdout: '' })
    expect((await cli(line)).stdout).toBe('PNG')
  })
})

describe('watch', () => {
  /** The command in this process, once it listens; ends with the test. */
  async function startWatching(line: string) {
    const written = { stdout: '', stderr: '' }
    const output = (name: 'stdout' | 'stderr') => ({
      write: (text: string | Uint8Array) => {
        written[name] += text
      },
    })
    let interrupt = () => {}
    const ended = runCli(`records watch ${line}`.split(' '), {
      stdin: Readable.from([]),
      stdout: output('stdout'),
      stderr: output('stderr'),
      env: { ...(await emptyHome()), ...env },
      onInterrupt: (stop) => {
        interrupt = () => stop(130)
      },
    })
    const end = () => {
      interrupt()
      return ended
    }
    onTestFinished(async () => void (await end()))
    return { written, end, ended }
  }

  test('writes a JSON line for each change, until it is interrupted', async () => {
    const { written, end } = await startWatching(`${app_id} Task`)
    await eventually(() => expect(written.stderr).toBe('Watching Task; Ctrl+C ends it.\n'))
    const { id } = await tasks().create({ title: 'a' })
    await tasks().delete(id)
    await eventually(() => expect(written.stdout.trim().split('\n')).toHaveLength(2))
    expect(
      written.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { type: 'create', id, data: { title: 'a' } },
      { type: 'delete', id },
    ])
    expect(await end()).toBe(130)
  })

  test('ends with the reason when it is refused, or nobody is there', async () => {
    const refused = await startWatching(`${app_id} Nothing`)
    expect(await refused.ended).toBe(1)
    expect(refused.written.stderr).toContain('atrium: entity_not_found: ')
    const alone = await startWatching(`${app_id} Task --url http://127.0.0.1:1`)
    expect(await alone.ended).toBe(1)
    expect(alone.written.stderr).toContain('Start the server with npm start')
  })

  test('is explained by help, and wants to know what', async () => {
    expect((await cli('records --help')).stdout).toContain('records watch <app_id> <entity_name>')
    expect((await cli('records watch --help')).stdout).toContain(
      'Usage: atrium records watch <app_id> <entity_name>',
    )
    expect((await cli('records watch app_1')).stderr).toContain('<entity_name> is missing.')
    expect((await cli('records watch app_1 Task more')).stderr).toContain('"more" is too much.')
  })
})
