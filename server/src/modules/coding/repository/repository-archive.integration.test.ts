import { expect, test } from 'vitest'
import { GROUND, groundApp, useArchive } from '../../../../test/use-archive.ts'
import { repositoryArchive } from './repository-archive.ts'

const { bring, bringBack, take, empty, database } = useArchive(repositoryArchive)
const apps = ['app_1', 'app_2', 'app_3', 'app_4'].map((id) => groundApp(id))
const ground = (repositories: object[]) => ({ ...GROUND, apps, repositories })
const row = (fields: object = {}) => ({
  ...{ app_id: 'app_1', provider: 'local', full_name: 'acme/shop' },
  ...fields,
})
const stored = async () => (await database.pool.query('select * from repositories order by app_id')).rows

test('connections go out and come back the same, without their token', { tags: 'slow' }, async () => {
  const whole = row({
    ...{ app_id: 'app_2', provider: 'gitea', full_name: 'acme/site', base_branch: 'trunk' },
    ...{ base_url: 'https://git.example.com', web_url: 'https://git.example.com/acme/site' },
    ...{ connected_by_id: 'usr_a', connected_date: '2026-11-01T09:00:00.000Z' },
    ...{ synced_commit: '1'.repeat(40), synced_date: '2026-11-02T09:00:00.000Z' },
  })
  expect(await bring(ground([row(), whole]))).toMatchObject({ repositories: 2 })
  await database.pool.query("update repositories set access_token = 'k1.sealed'")
  const first = await take(null)
  expect(first).not.toContain('sealed')
  expect(JSON.parse(first).repositories).toEqual([
    expect.objectContaining({ app_id: 'app_1', base_branch: 'main' }),
    whole,
  ])
  await empty()
  expect(await bringBack(first)).toMatchObject({ repositories: 2 })
  expect(await take(null)).toBe(first)
  expect(await take(['ws_2'])).not.toContain('acme/shop')
  expect(await bringBack(first)).toMatchObject({ repositories: 0 })
})

test('what is required is little: the address follows from the rest', async () => {
  const elsewhere = (app_id: string, fields: object) => row({ app_id, provider: 'github', ...fields })
  await bring(
    ground([
      row(),
      elsewhere('app_2', {}),
      elsewhere('app_3', { base_url: 'https://git.example.com' }),
      elsewhere('app_4', { web_url: 'https://git.example.com/a/b' }),
    ]),
  )
  expect(await stored()).toMatchObject([
    { clone_url: '', base_branch: 'main', access_token: null, synced_commit: null },
    { clone_url: 'https://github.com/acme/shop.git' },
    { clone_url: 'https://git.example.com/acme/shop.git' },
    { clone_url: 'https://git.example.com/a/b.git' },
  ])
})

test.each([
  [{ provider: 'other' }, /repositories\[0\]\.provider/],
  [{ full_name: 'no-slash' }, /repositories\[0\]\.full_name/],
  [{ base_branch: 'a..b' }, /repositories\[0\]\.base_branch: git takes no branch of this name/],
  [{ base_url: 'file:///etc' }, /repositories\[0\]\.base_url: Input should be an http or https address/],
  [{ web_url: 'https://a:b@example.com' }, /repositories\[0\]\.web_url/],
  [{ access_token: 'x' }, /repositories\[0\]: Unknown key "access_token"/],
  [{ app_id: 'app_none' }, /repositories\[0\]\.app_id/],
])('a row with %o is refused', async (fields, message) => {
  await expect(bring(ground([row(fields)]))).rejects.toThrow(message)
  expect(await stored()).toEqual([])
})
