import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../suggestions/languages.ts'
import { type AssetRequest, LONGEST_TEXT, type TextField } from './plan-assets.ts'
import { type Copy, chooseTexts, writeCopy } from './write-copy.ts'

const request = (changes: Partial<AssetRequest>): AssetRequest => ({
  campaign_type: 'PERFORMANCE_MAX',
  business_name: 'Crumb & Co',
  business_description: 'Artisan sourdough bakery. We bake custom birthday cakes and gluten free pastries.',
  landing_page: null,
  logo_url: null,
  field_types: null,
  count: null,
  language: 'en',
  ...changes,
})

const FIELDS = Object.keys(LONGEST_TEXT) as TextField[]
const copy = (texts: Partial<Copy>): Copy => ({
  HEADLINE: [],
  LONG_HEADLINE: [],
  DESCRIPTION: [],
  BUSINESS_NAME: [],
  ...texts,
})

test('says what the business says, then what fits any', () => {
  const written = writeCopy(request({}))
  expect(written.HEADLINE.slice(0, 5)).toEqual([
    'Crumb & Co',
    'Artisan sourdough bakery',
    'Bake custom birthday cakes',
    'Gluten free pastries',
    'Learn more',
  ])
  expect(written.LONG_HEADLINE[0]).toBe('Crumb & Co: Artisan sourdough bakery.')
  expect(written.DESCRIPTION.slice(0, 3)).toEqual([
    'Artisan sourdough bakery.',
    'We bake custom birthday cakes and gluten free pastries.',
    'Find out more on our website.',
  ])
  expect(written.BUSINESS_NAME).toEqual(['Crumb & Co'])
})

test('speaks the language asked for', () => {
  expect(writeCopy(request({ language: 'de' })).HEADLINE).toContain('Mehr erfahren')
})

test('a long name is cut between words or left out', () => {
  expect(
    writeCopy(request({ business_name: 'The Extraordinary Bakery of Springfield' })).BUSINESS_NAME,
  ).toEqual(['The Extraordinary Bakery'])
  expect(writeCopy(request({ business_name: 'x'.repeat(31) })).BUSINESS_NAME).toEqual([])
})

test.each(LANGUAGES)('in %s a campaign gets all it needs out of a name alone', (language) => {
  const written = writeCopy(request({ language, business_description: '' }))
  const [headlines, long, descriptions] = [
    chooseTexts('HEADLINE', 3, written),
    chooseTexts('LONG_HEADLINE', 1, written),
    chooseTexts('DESCRIPTION', 2, written),
  ]
  expect([headlines.length, long.length, descriptions.length]).toEqual([3, 1, 2])
})

describe('choosing', () => {
  test('takes the first source first, and none twice', () => {
    const one = copy({ HEADLINE: ['Fresh  bread\n', 'x'.repeat(31), '', 'FRESH BREAD', 'Warm rolls'] })
    const other = copy({ HEADLINE: ['warm rolls', 'Pies', 'Cakes'] })
    expect(chooseTexts('HEADLINE', 3, one, other)).toEqual(['Fresh bread', 'Warm rolls', 'Pies'])
    expect(chooseTexts('HEADLINE', 9, one, other)).toEqual(['Fresh bread', 'Warm rolls', 'Pies', 'Cakes'])
  })

  test('one is short enough for the narrowest place', () => {
    const long = ['A headline of some length', 'Another headline of length', 'Short one']
    expect(chooseTexts('HEADLINE', 2, copy({ HEADLINE: long }))).toEqual([long[0], 'Short one'])
    expect(chooseTexts('HEADLINE', 2, copy({ HEADLINE: long.slice(0, 2) }))).toEqual(long.slice(0, 2))
    const described = ['d'.repeat(90), 'e'.repeat(61), 'f'.repeat(60)]
    expect(chooseTexts('DESCRIPTION', 2, copy({ DESCRIPTION: described }))).toEqual([
      described[0],
      described[2],
    ])
    expect(chooseTexts('LONG_HEADLINE', 1, copy({ LONG_HEADLINE: described }))).toEqual([described[0]])
  })
})

test('whatever is said of a business, every text fits its place', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.lorem({ maxCount: 40 }))
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom(...LANGUAGES),
      (business_name, business_description, language) => {
        const written = writeCopy(request({ business_name, business_description, language }))
        for (const field of FIELDS) {
          const chosen = chooseTexts(field, 15, copy({ [field]: [business_description] }), written)
          expect(new Set(chosen.map((one) => one.toLowerCase())).size).toBe(chosen.length)
          for (const one of chosen) {
            expect([...one].length).toBeGreaterThan(0)
            expect([...one].length).toBeLessThanOrEqual(LONGEST_TEXT[field])
            expect(one.isWellFormed()).toBe(true)
            expect(one).not.toMatch(/[\p{Cc}]/u)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})
