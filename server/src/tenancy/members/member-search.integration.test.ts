/** What a search finds: any script and spelling, no special characters, nothing across two fields. */
import { beforeAll, describe, expect, test } from 'vitest'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { holding, piecesQuery, withoutBorders } from './search-terms.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const PEOPLE: Record<string, string> = {
  greek: 'Γιώργος ΠΑΠΑΔΌΠΟΥΛΟΣ',
  chinese: '林小明',
  arabic: 'محمد علي',
  hindi: 'अनीता',
  cyrillic: 'ОЛЬГА Иванова',
  decomposed: 'Jose\u0301 Nun\u0303ez',
  composed: 'Zoé Brontë',
  german: 'STRAẞER Weiß',
  turkish: 'İbrahim',
  emoji: 'Smile 😀🎉',
  special: '100%_a\\b.*[x](y)^$+?|{2}\'";--',
  bordered: 'left\u001fright',
}

beforeAll(async () => {
  for (const [name, full_name] of Object.entries(PEOPLE)) {
    const user = { ...(await app.make.user()), email: `${name}@example.com`, full_name }
    await app.make.membership(owner.workspace_id, user, 'guest')
  }
})

async function found(body: object): Promise<string[]> {
  const { members, total } = await app.as(owner).members.list(body)
  expect(total).toBe(members.length)
  return members.map(({ email }) => email.split('@')[0] ?? '')
}

test.each([
  ['ΓΙΏΡΓΟΣ', 'greek'],
  ['γιώργος', 'greek'],
  ['παπαδόπουλος', 'greek'],
  ['ώρ', 'greek'],
  ['小明', 'chinese'],
  ['明', 'chinese'],
  ['علي', 'arabic'],
  ['अनी', 'hindi'],
  ['ольга иван', 'cyrillic'],
  ['José', 'decomposed'],
  ['NUÑEZ', 'decomposed'],
  ['Zoe\u0301 BRONTE\u0308', 'composed'],
  ['straßer', 'german'],
  ['WEIẞ', 'german'],
  ['ibrahim', 'turkish'],
  ['😀', 'emoji'],
  ['e 😀🎉', 'emoji'],
  ['%_A\\B', 'special'],
  ['.*[x](y)^$+?|{2}', 'special'],
  ['\'";--', 'special'],
  ['left\u001fright', 'bordered'],
])('%s finds %s', async (search, name) => {
  expect(await found({ search })).toEqual([name])
  expect(await found({ search_terms: ['nobody at all', search] })).toEqual([name])
})

test.each([
  'joséx',
  'zoe bronte',
  '小林',
  '%a',
  '1%0',
  '1.*0',
  'гость',
  'composed@example.comzoé',
  'example.com\u001fzoé',
  'brontëguest',
  'brontë\u001fguest',
  'guestjoined',
  'guest\u001fjoined',
])('%s finds nobody', async (search) => {
  expect(await found({ search })).toEqual([])
})

test('a new name, role or status is found at once, the old one no more', async () => {
  const user = { ...(await app.make.user()), email: 'changing@example.com', full_name: 'Before' }
  await app.make.membership(owner.workspace_id, user, 'viewer')
  expect(await found({ search: 'before' })).toEqual(['changing'])
  await app.sql`update members set full_name = 'Afterwards', role = 'editor' where user_id = ${user.id}`
  expect(await found({ search: 'before' })).toEqual([])
  expect(await found({ search: 'afterwards' })).toEqual(['changing'])
  expect(await found({ search: 'editor' })).toEqual(['changing'])
  await app.sql`delete from members where user_id = ${user.id}`
  expect(await found({ search: 'afterwards' })).toEqual([])
})

describe('the pieces of a term', () => {
  test.each([
    ['abc', "'abc'"],
    ['abcd', "'abc' & 'bcd'"],
    ['abcdef', "'abc' & 'cde' & 'def'"],
    ["a'\\", "'a''\\\\'"],
    ['я', "'я'"],
    ['林美', "'林美'"],
    ['aя', "'я'"],
    ['ab', null],
    ['a', null],
  ])('of %s are %s', (term, query) => {
    expect(piecesQuery(term)).toBe(query)
  })

  test('are all in the index, for any text that holds the term', async () => {
    for (const text of [...Object.values(PEOPLE), 'x'.repeat(300), `${'ab林я😀'.repeat(60)}`]) {
      const letters = Array.from(withoutBorders(text).toLowerCase().normalize('NFC'))
      const terms = letters.flatMap((_, start) =>
        [1, 2, 3, 4, 7, 300].map((size) => letters.slice(start, start + size).join('')),
      )
      const queries = terms.map(piecesQuery).filter((query) => query !== null)
      const rows = await app.sql<{ missed: number }>`
        select count(*) filter (where not member_search_pieces(${letters.join('')}) @@ query::tsquery) as missed
          from unnest(${queries}::text[]) as query`
      expect(rows).toEqual([{ missed: 0 }])
    }
  })

  test('and its pattern has no special characters', () => {
    expect(holding('50%_\\')).toBe('%50\\%\\_\\\\%')
  })
})
