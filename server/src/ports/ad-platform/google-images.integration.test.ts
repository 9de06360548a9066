import { describe, expect, test } from 'vitest'
import { ACCOUNT, CAMPAIGN, value } from './conformance.ts'
import { openGoogleAds, type TestImage } from './test/google-ads-platform.ts'

const LOGO = 'https://bakery.example.com/logo.png'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** What becomes of a campaign whose logo answers so. */
async function logoThat(answers: Record<string, TestImage>, logo_url = LOGO) {
  const opened = await openGoogleAds()
  const { platform, images, sent, close } = opened
  for (const [url, answer] of Object.entries(answers)) images.answers.set(url, answer)
  const { customer_id } = value(await platform.createAccount(ACCOUNT))
  const outcome = await platform.createCampaign(customer_id, {
    ...CAMPAIGN,
    ...{ campaign_type: 'PERFORMANCE_MAX', geo_targets: ['geoTargetConstants/2840'], logo_url },
  })
  await close()
  const [reason] = outcome.outcome === 'rejected' ? outcome.reasons : []
  return { outcome, code: reason?.code, field: reason?.field, images, uploads: sent('googleAds:mutate') }
}

describe('a logo', () => {
  test('is asked for once, as an image and with a limit', async () => {
    const { outcome, images } = await logoThat({})
    expect(outcome).toMatchObject({ outcome: 'done' })
    expect(images.requests).toMatchObject([
      { method: 'GET', url: LOGO, body: null, keepBody: 5 * 1024 * 1024 + 1, keepBodyWhen: 'always' },
    ])
  })

  test('may lie behind three redirects, each https', async () => {
    const to = (location: string) => ({ status: 302, headers: { location } })
    const steps = { [LOGO]: to('/a'), 'https://bakery.example.com/a': to('https://cdn.example.com/b') }
    const three = { ...steps, 'https://cdn.example.com/b': to('/c') }
    expect((await logoThat(three)).outcome).toMatchObject({ outcome: 'done' })
    const four = await logoThat({ ...three, 'https://cdn.example.com/c': to('/d') })
    expect(four).toMatchObject({ code: 'ImageError.PROBLEM_READING_IMAGE_FILE', field: 'logo_url' })
    const plain = await logoThat({ [LOGO]: to('http://cdn.example.com/b') })
    expect(plain.code).toBe('ImageError.PROBLEM_READING_IMAGE_FILE')
    expect(plain.images.requests).toHaveLength(1)
    expect((await logoThat({ [LOGO]: { status: 302 } })).code).toBe('ImageError.PROBLEM_READING_IMAGE_FILE')
  })

  test.each<[string, TestImage, string]>([
    ['404', { status: 404 }, 'PROBLEM_READING_IMAGE_FILE'],
    ['500', { status: 500 }, 'PROBLEM_READING_IMAGE_FILE'],
    ['half of it', { isTruncated: true, body: PNG }, 'PROBLEM_READING_IMAGE_FILE'],
    ['nothing', { body: Buffer.alloc(0) }, 'FORMAT_NOT_ALLOWED'],
    [
      'a page',
      { body: Buffer.from('<html>'), headers: { 'content-type': 'image/png' } },
      'FORMAT_NOT_ALLOWED',
    ],
    ['a drawing', { body: Buffer.from('<svg/>') }, 'FORMAT_NOT_ALLOWED'],
    [
      'too much',
      { body: Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), isTruncated: true },
      'FILE_TOO_LARGE',
    ],
  ])('that answers %s is refused before anything is sent', async (_, answer, word) => {
    expect(await logoThat({ [LOGO]: answer })).toMatchObject({
      ...{ code: `ImageError.${word}`, field: 'logo_url', uploads: [] },
    })
  })

  test.each([
    'http://bakery.example.com/logo.png',
    'ftp://x/logo.png',
    'logo.png',
    'data:image/png;base64,x',
  ])('at %s is not asked for', async (address) => {
    const { code, images } = await logoThat({}, address)
    expect([code, images.requests]).toEqual(['ImageError.PROBLEM_READING_IMAGE_FILE', []])
  })

  test.each([
    ['jpeg', 'ffd8ffe000104a46'],
    ['gif', '4749463839610100'],
  ])('may be a %s', async (_, start) => {
    const { uploads } = await logoThat({ [LOGO]: { body: Buffer.from(start, 'hex') } })
    expect(uploads).toHaveLength(1)
  })
})

test('all images of a campaign together have 30 MB', { tags: 'slow' }, async () => {
  const { platform, images, sent, close } = await openGoogleAds()
  const { customer_id } = value(await platform.createAccount(ACCOUNT))
  const body = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 - 8)])
  const assets = Array.from({ length: 7 }, (_, at) => ({
    field_type: 'SQUARE_MARKETING_IMAGE' as const,
    value: `https://bakery.example.com/${at}.png`,
  }))
  for (const { value: url } of assets) images.answers.set(url, { body })
  const outcome = await platform.createCampaign(customer_id, {
    ...{ ...CAMPAIGN, campaign_type: 'PERFORMANCE_MAX', assets },
  })
  expect(outcome).toMatchObject({ reasons: [{ code: 'ImageError.FILE_TOO_LARGE', field: 'assets' }] })
  expect(sent('googleAds:mutate')).toEqual([])
  await close()
})
