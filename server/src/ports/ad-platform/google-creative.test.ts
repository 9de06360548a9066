import { describe, expect, test } from 'vitest'
import { CAMPAIGN } from './conformance.ts'
import { composeTexts, surplusTexts, themesOf } from './google-creative.ts'
import { languageConstant } from './google-languages.ts'
import { endsWithReference, nameWithReference, partsOfName, quoted } from './google-names.ts'
import type { NewAsset, NewCampaign } from './port.ts'

const texts = (changes: Partial<NewCampaign> = {}) => {
  const assets = composeTexts({ ...CAMPAIGN, ...changes })
  return (field: string) => assets.filter(({ field_type }) => field_type === field).map(({ value }) => value)
}
const headlines = (...values: string[]) =>
  values.map((value): NewAsset => ({ field_type: 'HEADLINE', value }))

describe('texts', () => {
  test('come from the campaign’s own words', () => {
    const of = texts()
    expect(of('HEADLINE')).toEqual(['Corner bakery', 'sourdough bread', 'birthday cake'])
    expect(of('LONG_HEADLINE')).toEqual(['Sourdough bread and birthday cakes.'])
    expect(of('DESCRIPTION')).toEqual([
      'Sourdough bread and birthday cakes.',
      'Corner bakery: see what we offer.',
    ])
  })

  test('are enough even of almost nothing', () => {
    const bare = { business_description: '', keyword_themes: [], search_themes: [] }
    const of = texts({ ...bare, business_name: 'A business of 25 letters.' })
    expect(of('HEADLINE')).toEqual(['A business of 25 letters.', 'Learn more', 'Visit us today'])
    expect(of('LONG_HEADLINE')).toEqual(['A business of 25 letters.: see what we offer'])
    expect(of('DESCRIPTION')).toHaveLength(2)
  })

  test('that were given come first and stay as they are, in any number', () => {
    const given = ['One', 'Two', 'Three', 'Four']
    expect(texts({ assets: headlines(...given) })('HEADLINE')).toEqual(given)
    expect(texts({ assets: headlines('ONE', 'Two', 'one') })('HEADLINE')).toEqual([
      'ONE',
      'Two',
      'Corner bakery',
    ])
  })

  test('have a short one among them', () => {
    const long = ['Longer than fifteen', 'Also longer than it', 'The third is long too']
    const bare = { business_name: 'Longer than fifteen too', keyword_themes: [] }
    expect(texts({ ...bare, assets: headlines(...long) })('HEADLINE')).toEqual([...long, 'Learn more'])
    const description = { business_description: `${'word '.repeat(40)}` }
    const [first = '', second = ''] = texts(description)('DESCRIPTION')
    expect(first.length).toBeLessThanOrEqual(90)
    expect(second.length).toBeLessThanOrEqual(60)
  })

  test('end at a whole word, and signs of double width count twice', () => {
    const themes = ['the finest sourdough bread in town', '東京の美味しいパン屋さんで焼きたてのパンを', 'ok']
    expect(texts({ business_name: 'B', keyword_themes: themes })('HEADLINE')).toEqual([
      ...['B', 'the finest sourdough bread in', 'ok'],
    ])
  })

  test('follow the search themes, then the keyword themes', () => {
    expect(themesOf({ search_themes: ['a', 'a'], keyword_themes: ['b'] })).toEqual(['a'])
    expect(themesOf({ search_themes: [], keyword_themes: ['b'] })).toEqual(['b'])
  })
})

describe('texts that can go', () => {
  const present = (...values: string[]) => values.map((text) => ({ field_type: 'HEADLINE' as const, text }))
  const gone = (there: string[], coming: NewAsset[]) =>
    surplusTexts(present(...there), coming).map(({ text }) => text)

  test('are those of a kind that comes again', () => {
    expect(gone(['a', 'b', 'c'], headlines('c', 'd', 'e'))).toEqual(['a', 'b'])
    expect(gone(['a', 'b', 'c'], [{ field_type: 'DESCRIPTION', value: 'd' }])).toEqual([])
  })

  test('are not those that Google still asks for', () => {
    expect(gone(['a', 'b', 'c', 'd'], headlines('e'))).toEqual(['c', 'd'])
    const long = ['Longer than fifteen', 'Also longer than it', 'The third is long too']
    expect(gone(['short', 'brief'], headlines(...long))).toEqual(['brief'])
  })
})

describe('names', () => {
  test('hold the reference, and give it back', () => {
    for (const name of ['Spring', 'Sp [ring]', 'a [b] [c]', '']) {
      expect(partsOfName(nameWithReference(name, 'k3v9q0a7mz'))).toEqual({ name, reference: 'k3v9q0a7mz' })
    }
    expect(partsOfName('By hand')).toEqual({ name: 'By hand', reference: '' })
    expect(nameWithReference('By hand', '')).toBe('By hand')
    expect(partsOfName('By [hand] here')).toEqual({ name: 'By [hand] here', reference: '' })
  })

  test('are searched as they are written', () => {
    expect(endsWithReference('campaign.name', 'a_b%')).toBe("campaign.name LIKE '% [[]a[_]b[%][]]'")
    expect(quoted("O'Hara\\")).toBe("'O\\'Hara\\\\'")
  })
})

test.each([
  ['en', '1000'],
  ['pt-BR', '1014'],
  ['zh', '1017'],
  ['zh-Hant', '1018'],
  ['iw', '1027'],
  ['nb', '1013'],
])('the language %s is number %s', (code, number) => {
  expect(languageConstant(code)).toBe(`languageConstants/${number}`)
})

test('other languages are none', () => {
  for (const code of ['xx', '', '__proto__', 'constructor']) expect(languageConstant(code)).toBeNull()
})
