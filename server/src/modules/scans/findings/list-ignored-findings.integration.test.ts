import { describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { invalidAt } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
const newApp = async () => ({ app_id: (await app.make.app(owner)).id })
const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000).toISOString()

const IGNORE = { finding_type: 'rls' as const }

test('the list goes newest first, by pages that are good for this app only', async () => {
  const of = await newApp()
  for (const fingerprint of ['a', 'b', 'c']) {
    await app.as(owner).findings.ignore(of, { ...IGNORE, fingerprint })
  }
  const names = ({ items }: { items: { fingerprint: string }[] }) =>
    items.map(({ fingerprint }) => fingerprint)
  const first = await app.as(owner).findings.list_ignored(of, { limit: 2 })
  expect([names(first), first.has_more]).toEqual([['c', 'b'], true])
  const cursor = first.next_cursor ?? ''
  const rest = await app.as(owner).findings.list_ignored(of, { limit: 2, cursor })
  expect([names(rest), rest.has_more, rest.next_cursor]).toEqual([['a'], false, null])
  const elsewhere = app.as(owner).findings.list_ignored(await newApp(), { cursor })
  await expect(elsewhere).rejects.toMatchObject(invalidAt('query', 'cursor'))
})

describe('a search of the list', () => {
  const found = async (of: { app_id: string }, search: string) =>
    (await app.as(owner).findings.list_ignored(of, { search })).items.map(({ fingerprint }) => fingerprint)
  const ignoreAll = async (of: { app_id: string }, all: Record<string, object>) => {
    for (const [fingerprint, fields] of Object.entries(all))
      await app.as(owner).findings.ignore(of, { ...IGNORE, fingerprint, ...fields })
  }

  test('finds a part of the title or of the path, in either case, and nothing else', async () => {
    const of = await newApp()
    await ignoreAll(of, {
      a: { title: 'A key in Pay.js' },
      b: { file_path: 'src/pay.js', comment: 'harmless' },
      c: { title: 'Eval', file_path: 'src/eval.js' },
      d: {},
    })
    expect(await found(of, 'PAY.JS')).toEqual(['b', 'a'])
    expect(await found(of, 'Src/')).toEqual(['c', 'b'])
    expect(await found(of, 'eval')).toEqual(['c'])
    expect(await found(of, '')).toEqual(['d', 'c', 'b', 'a'])
    for (const search of ['harmless', 'nowhere']) expect(await found(of, search)).toEqual([])
    expect(await found(await newApp(), 'eval')).toEqual([])
  })

  test('leaves out what shows again', async () => {
    holdClock(app.clock)
    const of = await newApp()
    await ignoreAll(of, { a: { title: 'Eval', expires_at: later(10) }, b: { title: 'Eval' } })
    app.clock.move(10)
    expect(await found(of, 'eval')).toEqual(['b'])
  })

  test.each(['%', '_', '\\', "'"])('takes %s as it is', async (character) => {
    const of = await newApp()
    await ignoreAll(of, { a: { title: 'plain' }, b: { file_path: `src/x${character}y` } })
    expect(await found(of, character)).toEqual(['b'])
  })

  test('goes by pages, whose cursor belongs to what was searched for', async () => {
    const of = await newApp()
    await ignoreAll(of, { a: { title: 'Eval' }, b: { title: 'Other' }, c: { title: 'Eval' } })
    const { findings } = app.as(owner)
    const first = await findings.list_ignored(of, { limit: 1, search: 'eval' })
    expect(first).toMatchObject({ items: [{ fingerprint: 'c' }], has_more: true })
    const cursor = first.next_cursor ?? ''
    const rest = await findings.list_ignored(of, { limit: 1, search: 'eval', cursor })
    expect(rest).toMatchObject({ items: [{ fingerprint: 'a' }], has_more: false, next_cursor: null })
    for (const other of [{}, { search: 'other' }])
      await expect(findings.list_ignored(of, { ...other, cursor })).rejects.toMatchObject(
        invalidAt('query', 'cursor'),
      )
  })

  test.each([
    ['201 characters', 'x'.repeat(201)],
    ['a NUL', 'a\0b'],
  ])('refuses %s', async (_, search) => {
    const refused = app.as(owner).findings.list_ignored(await newApp(), { search })
    await expect(refused).rejects.toMatchObject(invalidAt('query', 'search'))
  })
})
