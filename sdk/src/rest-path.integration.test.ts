import { expect, test } from 'vitest'
import { cli } from '../test/run-cli.ts'
import { startStandIn } from '../test/stand-in.ts'
import { createClient } from './index.ts'

test('a parameter that takes the rest of the path keeps its slashes and nothing else', async () => {
  const { url, received } = await startStandIn({ body: {} })
  const client = createClient({ baseUrl: url, token: 'pat_1' })
  const params = { app_id: 'app/1', path: 'src/a b/[id]%?#.tsx' }
  await client.source.write_file(params, { content: 'x' }, { headers: { 'If-Match': '"3"' } })
  expect(received[0]).toMatchObject({
    method: 'PUT',
    path: '/api/apps/app%2F1/source/files/src/a%20b/%5Bid%5D%25%3F%23.tsx',
    body: { content: 'x' },
    headers: { 'if-match': '"3"' },
  })
})

test.each(['..', 'a/..', './a', 'a/../../b'])('a path with dots as names is refused: %s', async (path) => {
  const { url, received } = await startStandIn({ body: {} })
  const call = createClient({ baseUrl: url }).source.read_file({ app_id: 'app_1', path })
  await expect(call).rejects.toThrow(`source.read_file: path cannot be "${path}"`)
  expect(received).toEqual([])
})

test('the command line takes such a path as one word', async () => {
  const { url, received } = await startStandIn({ body: { path: 'src/a.js', revision: 1 } })
  const env = { ATRIUM_URL: url, ATRIUM_TOKEN: 'pat_1' }
  const { code } = await cli('source write-file app_1 src/a.js --content x --revision 0', { env })
  expect(code).toBe(0)
  expect(received[0]).toMatchObject({
    path: '/api/apps/app_1/source/files/src/a.js',
    body: { content: 'x', revision: 0 },
  })
})
