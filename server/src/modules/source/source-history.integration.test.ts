import { describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useTeam } from '../../../test/use-team.ts'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner } = useTeam(app)

const source = () => app.as(owner).source
const newApp = async () => (await app.make.app(owner)).id
const refused = (code: string, fields: object = {}) => ({ code, ...fields })

describe('the commits of one path', () => {
  test('are those that changed the file or what is in the folder, also when it is gone', async () => {
    const app_id = await newApp()
    const write = (path: string, content: string) => source().write_file({ app_id, path }, { content })
    await write('src/a', '1')
    await write('src/deep/b', '1')
    await write('other', '1')
    await write('src/a', '2')
    await source().delete_file({ app_id, path: 'src/a' })
    await write('src/a', '2')
    const revisions = async (path: string, limit = 50) => {
      const all: number[] = []
      for (let cursor: string | undefined; ; ) {
        const page = await source().commits({ app_id }, { path, limit, ...(cursor && { cursor }) })
        all.push(...page.items.map(({ revision }) => revision))
        if (page.next_cursor === null) return all
        cursor = page.next_cursor
      }
    }
    for (const limit of [1, 2, 50]) {
      expect(await revisions('src/a', limit)).toEqual([6, 5, 4, 1])
      expect(await revisions('src', limit)).toEqual([6, 5, 4, 2, 1])
      expect(await revisions('src/deep/b', limit)).toEqual([2])
    }
    expect(await revisions('never')).toEqual([])
    const { next_cursor } = await source().commits({ app_id }, { path: 'src/a', limit: 1 })
    await expect(source().commits({ app_id }, { path: 'src', cursor: next_cursor ?? '' })).rejects.toThrow()
    await expect(source().commits({ app_id }, { path: '../x' })).rejects.toMatchObject({
      ...refused('validation_error'),
      fields: [{ loc: ['query', 'path'] }],
    })
  })
})

describe('a commit', () => {
  test('says what it changed, line by line', async () => {
    const app_id = await newApp()
    const at = { app_id, path: 'src/a.txt' }
    const first = await source().write_file(at, { content: 'one\ntwo\n', message: 'Start' })
    const second = await source().write_file(at, { content: 'one\n2\n' })
    const third = await source().delete_file(at)
    expect(await source().read_commit({ app_id, commit_id: second.commit_id })).toEqual({
      commit_id: second.commit_id,
      parent_id: first.commit_id,
      message: 'Write src/a.txt',
      author_name: 'Test Person',
      author_email: owner.email,
      created_date: expect.any(String),
      files: [
        {
          ...{ path: 'src/a.txt', old_path: null, status: 'modified', is_binary: false },
          ...{ additions: 1, deletions: 1, patch: '@@ -1,2 +1,2 @@\n one\n-two\n+2\n' },
        },
      ],
      truncated: false,
    })
    const start = await source().read_commit({ app_id, commit_id: first.commit_id })
    expect(start).toMatchObject({
      parent_id: null,
      message: 'Start',
      files: [{ status: 'added', additions: 2 }],
    })
    const end = await source().read_commit({ app_id, commit_id: third.commit_id })
    expect(end.files).toMatchObject([{ status: 'deleted', deletions: 2 }])
    await expect(source().read_commit({ app_id, commit_id: 'a'.repeat(40) })).rejects.toMatchObject(
      refused('source_commit_not_found', { status: 404 }),
    )
    const other = await newApp()
    await expect(source().read_commit({ app_id: other, commit_id: first.commit_id })).rejects.toMatchObject(
      refused('source_commit_not_found'),
    )
  })

  test('shows no content that is not text, and no patch that is too long', async () => {
    const app_id = await newApp()
    const content = Buffer.from([0, 1, 2]).toString('base64')
    const binary = await source().write_file({ app_id, path: 'x.png' }, { content, encoding: 'base64' })
    expect((await source().read_commit({ app_id, commit_id: binary.commit_id })).files).toEqual([
      {
        ...{ path: 'x.png', old_path: null, status: 'added', is_binary: true },
        ...{ additions: 0, deletions: 0, patch: null },
      },
    ])
    const long = await source().write_file({ app_id, path: 'long' }, { content: 'word\n'.repeat(60_000) })
    expect((await source().read_commit({ app_id, commit_id: long.commit_id })).files).toMatchObject([
      { additions: 60_000, is_binary: false, patch: null },
    ])
  })
})
