import { describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../test/app.ts'
import type { Person } from '../../../test/make.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)
const shop = useMade(() => app.make.app(owner))

type Query = Parameters<ReturnType<SharedApp['as']>['ads']['search_locations']>[1]
const search = (query: Query = {}, who: Person = owner) =>
  app.as(who).ads.search_locations({ app_id: shop.id }, query)

describe('places for advertising', () => {
  test('are found without an advertising account', async () => {
    const found = await search({ query: ' Cologne', limit: 1 })
    expect(found).toEqual([
      {
        resource_name: 'geoTargetConstants/1002886242',
        name: 'Köln',
        canonical_name: 'Köln,North Rhine-Westphalia,Germany',
        country_code: 'DE',
        target_type: 'City',
        reach: 770_700,
        search_term: ' Cologne',
      },
    ])
  })

  test('are 20 unless another number is wanted', async () => {
    expect(await search({ query: 'san' })).toHaveLength(20)
    expect(await search({ query: 'san', limit: 1 })).toHaveLength(1)
    expect(await search({ query: 'san', limit: 100 })).toHaveLength(100)
    expect(await search({ query: 's' })).toHaveLength(20)
  })

  test('are suggested to those who typed nothing', async () => {
    const suggested = await search()
    expect(suggested).toHaveLength(20)
    expect(suggested[0]).toMatchObject({ target_type: 'Country', search_term: '' })
    expect(await search({ query: '', country_code: '' })).toEqual(suggested)
  })

  test('are those of a country, if one is named', async () => {
    const [first] = await search({ query: 'london', country_code: 'ca' })
    expect(first).toMatchObject({ canonical_name: 'London,Ontario,Canada', country_code: 'CA' })
    expect(await search({ query: 'london', country_code: 'ZZ' })).toEqual([])
  })
})

describe('places whose ids are known', () => {
  test('are reported in the order asked for, without those that do not exist', async () => {
    const names = ['geoTargetConstants/2250', 'geoTargetConstants/1', 'geoTargetConstants/1002886242', 'Köln']
    const found = await search({ resource_names: names.join(','), limit: 1, query: 'london' })
    expect(found.map(({ canonical_name }) => canonical_name)).toEqual([
      'France',
      'Köln,North Rhine-Westphalia,Germany',
    ])
  })
})

describe('a search is refused', () => {
  test.each([
    ['resource_names', { resource_names: Array.from({ length: 101 }, (_, at) => at).join(',') }],
    ['resource_names', { resource_names: 'geoTargetConstants/2250,' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 1.5 }],
    ['country_code', { country_code: 'DEU' }],
    ['country_code', { country_code: 'd' }],
    ['country_code', { country_code: 'é1' }],
    ['query', { query: 'x'.repeat(301) }],
  ])('when %s is out of bounds: %o', async (field, query) => {
    await expect(search(query)).rejects.toMatchObject({ status: 422, detail: [{ loc: ['query', field] }] })
  })

  test('to those who cannot edit the app, or do not see it', async () => {
    const viewer = await app.make.person('viewer', { id: owner.workspace_id })
    const stranger = await app.make.person('owner')
    await expect(search({}, viewer)).rejects.toMatchObject({ status: 403, code: 'editor_required' })
    await expect(search({}, stranger)).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
    const nowhere = app.as(owner).ads.search_locations({ app_id: 'app_nowhere' })
    await expect(nowhere).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })
})
