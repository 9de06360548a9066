import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { Bytes, type IncomingFile, operation } from '@atrium/contract'
import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { handle } from '../module.ts'
import { createOwnCalls } from './own-calls.ts'
import { createRateLimits } from './rate-limit.ts'
import { addRoutes, createHttpServer } from './server.ts'
import { isReceiving } from './upload.ts'

const MAX_BYTES = 1024 * 1024

const upload = operation({
  name: 'photos.upload',
  summary: 'Take a photo',
  method: 'POST',
  path: '/photos/{photo_id}',
  credential: null,
  params: Type.Object({ photo_id: Type.String({ maxLength: 5 }) }),
  upload: { max_bytes: MAX_BYTES },
  answer: Type.Object({
    name: Type.String(),
    type: Type.String(),
    size: Type.Integer(),
    hash: Type.String(),
  }),
})
const ignore = operation({ ...upload, name: 'photos.ignore', path: '/ignored/{photo_id}' })
const download = operation({
  name: 'photos.download',
  summary: 'Give a photo',
  method: 'GET',
  path: '/photos/{photo_id}',
  credential: null,
  params: Type.Object({ photo_id: Type.String() }),
  answer: Bytes,
  answer_type: 'text/plain',
})

let read = 0
const deps = {}
const handlers = [
  handle(upload, async (_deps, _visitor, { file }) => digest(file)),
  handle(ignore, async () => ({ name: '', type: '', size: 0, hash: '' })),
  handle(download, async (_deps, _visitor, { params }, headers) => {
    if (params.photo_id === 'typed') headers.set('Content-Type', 'image/png')
    if (params.photo_id === 'known') return { status: 304 as const, bytes: null }
    return { bytes: countTo(params.photo_id === 'broken' ? 0 : 3) }
  }),
]

async function digest({ name, content_type, bytes }: IncomingFile) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    size += chunk.length
  }
  return { name, type: content_type, size, hash: hash.digest('hex') }
}

async function* countTo(last: number) {
  if (last === 0) throw new Error('broken')
  for (let i = 1; i <= last; i++) {
    read++
    yield `${i}\n`
  }
}

let server: Awaited<ReturnType<typeof createHttpServer>>
let baseUrl: string
const sockets = new Set<Socket>()
beforeAll(async () => {
  server = await createHttpServer({
    log: createLog('silent'),
    trustProxy: false,
    strictAnswers: true,
    onAnswer: null,
    patience: { headers: 4_000, request: 5_000, check: 50 },
  })
  const rateLimits = createRateLimits({ limits: new Map(), pool: null })
  const nobody = () => Promise.reject(new Error('not asked'))
  const path = {
    authenticate: nobody,
    authorizeAnonymous: nobody,
    rateLimits,
    cookieName: 'c',
    ownCalls: createOwnCalls(),
    keyed: { answerOnce: nobody },
  }
  addRoutes(server, path, handlers, deps)
  server.server.on('connection', (socket) => sockets.add(socket))
  baseUrl = await server.listen({ port: 0 })
})
afterAll(() => server.close())
afterEach(() => {
  read = 0
})

const send = async (path: string, form: FormData) => {
  const answer = await fetch(baseUrl + path, { method: 'POST', body: form })
  return { status: answer.status, body: await answer.json() }
}

function formWith(bytes: Uint8Array<ArrayBuffer>, name = 'a.bin', type = 'image/png'): FormData {
  const form = new FormData()
  form.append('note', 'before')
  form.append('file', new Blob([bytes], { type }), name)
  form.append('more', 'after')
  return form
}

describe('an upload', () => {
  test.each([0, 1, 65_536, MAX_BYTES])('of %i bytes arrives whole', async (size) => {
    const bytes = new Uint8Array(size).map((_, i) => (i * 31) % 251)
    const { status, body } = await send('/photos/1', formWith(bytes, 'ü x.png'))
    expect(status).toBe(200)
    expect(body).toEqual({
      name: 'ü x.png',
      type: 'image/png',
      size,
      hash: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  test('keeps no path that a sender puts before the name', async () => {
    const { body } = await send('/photos/1', formWith(new Uint8Array(1), '../../etc/passwd'))
    expect(body.name).toBe('passwd')
  })

  test('one byte too large is a 413, and the next on the same connection is fine', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, body } = await send('/photos/1', formWith(new Uint8Array(MAX_BYTES + 1)))
      expect([status, body.code]).toEqual([413, 'body_too_large'])
      expect((await send('/photos/1', formWith(new Uint8Array(5)))).status).toBe(200)
    }
  })

  test('that says how much too large it is, is refused before it is sent', async () => {
    const head = formHead('/photos/1', 100 * MAX_BYTES)
    const said = await talk(head, () => {})
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('without a file is a 422', async () => {
    const form = new FormData()
    form.append('other', new Blob(['x']), 'x.txt')
    const { status, body } = await send('/photos/1', form)
    expect(status).toBe(422)
    expect(body.detail).toEqual([{ loc: ['body', 'file'], msg: 'Field required', type: 'missing' }])
  })

  test('that is no form is a 415', async () => {
    for (const type of ['application/json', 'multipart/form-data']) {
      const answer = await fetch(`${baseUrl}/photos/1`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      })
      expect(answer.status).toBe(415)
    }
    expect((await fetch(`${baseUrl}/photos/1`, { method: 'POST' })).status).toBe(415)
  })

  test('to an address that does not fit is refused before it is read', async () => {
    const { status, body } = await send('/photos/too-long', formWith(new Uint8Array(MAX_BYTES * 2)))
    expect([status, body.detail[0].loc]).toEqual([422, ['path', 'photo_id']])
  })

  test('whose file nobody reads is passed over', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await send('/ignored/1', formWith(new Uint8Array(MAX_BYTES)))).status).toBe(200)
    }
  })

  test('that ends in the middle is refused', async () => {
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf`
    const said = await talk(formHead('/photos/1', body.length) + body, () => {})
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
  })

  // An error that nobody listens for would end the whole server.
  test.each([
    ['in another file', part('other', '; filename="y"')],
    ['in a field', part('note')],
    ['before its first part', 'nothing'],
    ['in the head of a part', '--b\r\nContent-Dispo'],
    ['after too many parts', `${part('note')}\r\n`.repeat(101)],
  ])('that ends %s is refused, and the next is fine', async (_where, body) => {
    const said = await talk(formHead('/photos/1', body.length) + body, () => {})
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect((await send('/photos/1', formWith(new Uint8Array(5)))).status).toBe(200)
  })

  test('may take longer than other requests', { tags: 'slow' }, async () => {
    const end = '\r\n--b--\r\n'
    const start = `--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`
    const said = await talk(formHead('/photos/1', start.length + 30 + end.length) + start, async (write) => {
      for (let i = 0; i < 30; i++) {
        write('x')
        await new Promise((resolve) => setTimeout(resolve, 180))
      }
      write(end)
    })
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toContain('"size":30')
  })

  test.each([
    ['was taken', '/photos/1', 5, 200],
    ['was too large', '/photos/1', MAX_BYTES + 1, 413],
    ['was read by nobody', '/ignored/1', MAX_BYTES, 200],
  ])('that %s leaves its connection no more time than others have', async (_how, path, size, status) => {
    expect((await send(path, formWith(new Uint8Array(size)))).status).toBe(status)
    expect(sockets.size).toBeGreaterThan(0)
    expect([...sockets].filter(isReceiving)).toEqual([])
  })
})

describe('an answer that is no JSON', () => {
  test('comes as it is made, with its type', async () => {
    const answer = await fetch(`${baseUrl}/photos/1`)
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(await answer.text()).toBe('1\n2\n3\n')
    expect((await fetch(`${baseUrl}/photos/typed`)).headers.get('content-type')).toBe('image/png')
  })

  test('may have no bytes', async () => {
    const answer = await fetch(`${baseUrl}/photos/known`)
    expect([answer.status, await answer.text()]).toEqual([304, ''])
  })

  test('is not made for HEAD', async () => {
    const answer = await fetch(`${baseUrl}/photos/1`, { method: 'HEAD' })
    expect([answer.status, await answer.text(), read]).toEqual([200, '', 0])
  })

  test('that fails before its first byte is a 500 in our shape', async () => {
    const answer = await fetch(`${baseUrl}/photos/broken`)
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal_error'])
  })
})

/** The beginning of a part; nothing says where it ends. */
function part(name: string, more = ''): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nhalf`
}

function formHead(path: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`
}

async function talk(start: string, more: (write: (text: string) => void) => unknown): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''))
  socket.on('error', () => {}) // written to after the server closed it
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.write(start)
  await more((text) => socket.write(text))
  await new Promise((resolve) => socket.once('close', resolve))
  return said
}
