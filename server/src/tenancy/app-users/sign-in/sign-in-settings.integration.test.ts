/** Where the users of an app sign in from, as its editors set it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner, viewer } = useTeam(app)
let at: { app_id: string }

beforeEach(async () => {
  at = { app_id: (await app.make.app(owner)).id }
})

const update = (body: Parameters<ReturnType<typeof app.as>['sign_in_settings']['update']>[1]) =>
  app.as(owner).sign_in_settings.update(at, body)

describe('the settings', () => {
  test('are for those who edit the app', async () => {
    const settings = app.as(viewer).sign_in_settings
    await expect(settings.read(at)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(settings.update(at, {})).rejects.toEqual(refusal(403, 'editor_required'))
    const elsewhere = { app_id: (await app.make.app(await app.make.person('owner'))).id }
    const own = app.as(owner).sign_in_settings
    await expect(own.read(elsewhere)).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(own.update(elsewhere, {})).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('name nothing at first, and keep what is sent', async () => {
    const first = {
      allowed_origins: [],
      allow_localhost: false,
      use_hosted_pages: false,
      hosted_url: `https://atrium.example.com/apps-sign-in/${at.app_id}`,
    }
    expect(await app.as(owner).sign_in_settings.read(at)).toEqual(first)
    const allowed_origins = ['https://a.example.com', 'https://b.example.com:8443']
    expect(await update({ allowed_origins: [...allowed_origins, 'https://a.example.com'] })).toEqual({
      ...first,
      allowed_origins,
    })
    expect(await update({ use_hosted_pages: true })).toEqual({
      ...first,
      allowed_origins,
      use_hosted_pages: true,
    })
  })

  test.each([
    'https://a.example.com/',
    'https://a.example.com/path',
    'https://a.example.com:443',
    'https://a.example.com:99999',
    'https://a.example.com?x',
    'https://user@a.example.com',
    'https://A.example.com',
    'https://*.example.com',
    'http://a.example.com',
    'https://shор.example.com',
    'javascript:alert(1)',
    'null',
    '*',
  ])('do not take %s', async (origin) => {
    const refused = { status: 422, code: 'validation_error' }
    await expect(update({ allowed_origins: ['https://ok.example.com', origin] })).rejects.toMatchObject(
      refused,
    )
    expect((await app.as(owner).sign_in_settings.read(at)).allowed_origins).toEqual([])
  })

  test('take at most 20 origins', async () => {
    const many = Array.from({ length: 21 }, (_, n) => `https://a${n}.example.com`)
    await expect(update({ allowed_origins: many })).rejects.toMatchObject({ status: 422 })
    expect((await update({ allowed_origins: many.slice(1) })).allowed_origins).toHaveLength(20)
  })

  test('take localhost only with the switch, which stays on while one is listed', async () => {
    const refused = refusal(400, 'localhost_not_allowed')
    const allowed_origins = ['http://localhost:5173', 'http://127.0.0.1']
    await expect(update({ allowed_origins })).rejects.toEqual(refused)
    await expect(update({ allowed_origins: ['https://localhost:5173'] })).rejects.toEqual(refused)
    expect(await update({ allowed_origins, allow_localhost: true })).toMatchObject({ allowed_origins })
    await expect(update({ allow_localhost: false })).rejects.toEqual(refused)
    expect(await update({ allow_localhost: false, allowed_origins: [] })).toMatchObject({
      allow_localhost: false,
    })
  })

  test('are in the audit log when they change, and only then', async () => {
    await update({ allowed_origins: ['https://a.example.com'] })
    await update({ allowed_origins: ['https://a.example.com'], allow_localhost: false })
    const { items } = await app.as(owner).audit.list({ limit: 100 })
    const entries = items.filter(({ action, app_id }) => action.startsWith('sign_in') && app_id === at.app_id)
    expect(entries).toMatchObject([
      { action: 'sign_in_settings.update', detail: { allowed_origins: ['https://a.example.com'] } },
    ])
  })

  test('are no fields of the app', async () => {
    await update({ allowed_origins: ['https://a.example.com'] })
    const read = await app.as(owner).apps.read(at)
    expect(Object.keys(read)).not.toContain('allowed_origins')
    expect(Object.keys((await app.as(owner).apps.list()).items[0] ?? {})).not.toContain('allow_localhost')
  })
})
