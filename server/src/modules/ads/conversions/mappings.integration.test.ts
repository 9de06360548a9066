import { CONVERSION_TYPES, MAX_MAPPINGS_PER_APP } from '@atrium/contract/conversions'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type AdScene, adScene } from '../test/ad-scene.ts'
import { standardGoals } from '../tracking/standard-goals.ts'
import { mappingStore } from './mapping-store.ts'

const app = useApp({ rate_limits: 'off', role: 'api' })
const { owner, viewer, stranger } = useTeam(app)
let app_id: string

beforeEach(async () => {
  app_id = (await app.make.app(owner)).id
})

const conversions = (who: Person = owner) => app.as(who).conversions
const ORDER = { entity_name: 'Order', event: 'create', conversion_type: 'PURCHASE' } as const
const trail = async (action: string) => (await app.as(owner).audit.list({ app_id, action })).items

describe('who may', () => {
  test.each([
    ['list actions', (who: Person) => conversions(who).list_actions({ app_id })],
    ['list mappings', (who: Person) => conversions(who).list_mappings({ app_id })],
    ['create one', (who: Person) => conversions(who).create_mapping({ app_id }, ORDER)],
    ['change one', (who: Person) => conversions(who).update_mapping({ app_id, mapping_id: 'x' }, {})],
    ['delete one', (who: Person) => conversions(who).delete_mapping({ app_id, mapping_id: 'x' })],
  ])('only editors of the app %s', async (_, call) => {
    await expect(call(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(call(stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
  })
})

describe('a mapping', () => {
  test.each([
    [{ event: 'create', conversion_type: 'PURCHASE' }, 'entity_name', 'missing'],
    [{ ...ORDER, entity_name: 'Or der' }, 'entity_name', 'string_pattern_mismatch'],
    [{ ...ORDER, entity_name: 'O'.repeat(65) }, 'entity_name', 'string_too_long'],
    [{ ...ORDER, event: 'created' }, 'event', 'literal_error'],
    [{ ...ORDER, conversion_type: 'SALE' }, 'conversion_type', 'literal_error'],
    [{ entity_name: 'Order', event: 'create' }, 'conversion_type', 'missing'],
    [{ ...ORDER, conversion_action_id: '12' }, 'conversion_action_id', 'value_error'],
    [
      { entity_name: 'Order', event: 'create', conversion_action_id: 'x1' },
      'conversion_action_id',
      'string_pattern_mismatch',
    ],
    [{ ...ORDER, is_enabled: 'yes' }, 'is_enabled', 'bool_type'],
  ])('is not taken as %j', async (body, field, type) => {
    const create = conversions().create_mapping({ app_id }, body as typeof ORDER)
    await expect(create).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', field], type }] })
  })

  test('is created, listed newest first, changed and deleted, and the audit log says so', async () => {
    const first = await conversions().create_mapping({ app_id }, ORDER)
    expect(first).toEqual({
      id: expect.stringMatching(/^cmap_/),
      ...ORDER,
      conversion_action_id: null,
      is_enabled: true,
      recent_conversions: 0,
      last_conversion_day: null,
      created_date: expect.any(String),
      updated_date: first.created_date,
    })
    app.clock.move(1)
    const second = await conversions().create_mapping(
      { app_id },
      { ...ORDER, event: 'delete', is_enabled: false },
    )
    expect(await conversions().list_mappings({ app_id })).toEqual([second, first])
    app.clock.move(1)
    const mapping_id = second.id
    const changed = await conversions().update_mapping(
      { app_id, mapping_id },
      { entity_name: 'Visit', conversion_type: 'CONTACT', is_enabled: true },
    )
    expect(changed).toEqual({
      ...second,
      ...{ entity_name: 'Visit', conversion_type: 'CONTACT', is_enabled: true },
      updated_date: expect.any(String),
    })
    expect(changed.updated_date > second.updated_date).toBe(true)
    // What is as it was, is no change.
    expect(await conversions().update_mapping({ app_id, mapping_id }, { event: 'delete' })).toEqual(changed)
    expect(await conversions().delete_mapping({ app_id, mapping_id })).toEqual({ deleted: true })
    expect(await conversions().list_mappings({ app_id })).toEqual([first])

    expect(await trail('conversions.create_mapping')).toHaveLength(2)
    expect(await trail('conversions.update_mapping')).toMatchObject([
      {
        target_type: 'conversion_mapping',
        target_id: mapping_id,
        actor_id: owner.id,
        detail: { entity_name: 'Visit', conversion_type: 'CONTACT', is_enabled: true },
      },
    ])
    expect(await trail('conversions.delete_mapping')).toMatchObject([{ target_id: mapping_id }])
  })

  test('of another app, or none, reads as missing', async () => {
    const { id: mapping_id } = await conversions().create_mapping({ app_id }, ORDER)
    const { id: other } = await app.make.app(owner)
    const missing = refusal(404, 'mapping_not_found')
    await expect(conversions().update_mapping({ app_id: other, mapping_id }, {})).rejects.toEqual(missing)
    await expect(conversions().delete_mapping({ app_id: other, mapping_id })).rejects.toEqual(missing)
    await conversions().delete_mapping({ app_id, mapping_id })
    await expect(conversions().delete_mapping({ app_id, mapping_id })).rejects.toEqual(missing)
    // Before the platform is asked for the goal.
    const named = { conversion_action_id: '12' }
    await expect(conversions().update_mapping({ app_id, mapping_id }, named)).rejects.toEqual(missing)
  })

  test('counts no write as one goal twice', async () => {
    const { id } = await conversions().create_mapping({ app_id }, ORDER)
    const taken = refusal(409, 'mapping_exists')
    await expect(conversions().create_mapping({ app_id }, ORDER)).rejects.toEqual(taken)
    for (const other of [
      { entity_name: 'Sale' },
      { event: 'update' },
      { conversion_type: 'SIGNUP' },
    ] as const) {
      const made = await conversions().create_mapping({ app_id }, { ...ORDER, ...other })
      await expect(conversions().update_mapping({ app_id, mapping_id: made.id }, ORDER)).rejects.toEqual(
        taken,
      )
    }
    await conversions().update_mapping({ app_id, mapping_id: id }, ORDER)
    const at = await app.make.app(owner)
    await conversions().create_mapping({ app_id: at.id }, ORDER)
  })

  test('of several that are created at once only one counts', async () => {
    const made = await Promise.allSettled(
      [1, 2, 3].map(() => conversions().create_mapping({ app_id }, ORDER)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = made.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(['mapping_exists', 'mapping_exists'])
  })

  test('is one of at most a hundred in an app', async () => {
    const now = app.clock.now()
    const store = mappingStore(app.atrium.db)
    for (let n = 1; n < MAX_MAPPINGS_PER_APP; n++)
      await store.insert({
        ...{ id: `cmap_${app_id}_${n}`, app_id, entity_name: `E${n}`, event: 'create', is_enabled: true },
        ...{ conversion_type: 'CONTACT', conversion_action_id: null, created_date: now, updated_date: now },
      })
    const last = await conversions().create_mapping({ app_id }, ORDER)
    const one = { ...ORDER, event: 'update' } as const
    await expect(conversions().create_mapping({ app_id }, one)).rejects.toEqual(
      refusal(409, 'mapping_limit_reached'),
    )
    // What is there already is reported first.
    await expect(conversions().create_mapping({ app_id }, ORDER)).rejects.toEqual(
      refusal(409, 'mapping_exists'),
    )
    expect(await conversions().list_mappings({ app_id })).toHaveLength(MAX_MAPPINGS_PER_APP)
    await conversions().delete_mapping({ app_id, mapping_id: last.id })
    await conversions().create_mapping({ app_id }, one)
  })

  test('goes with its app', async () => {
    await conversions().create_mapping({ app_id }, ORDER)
    await app.as(owner).apps.delete({ app_id })
    await app.atrium.jobs.drain()
    expect(await mappingStore(app.atrium.db).count(app_id)).toBe(0)
  })
})

describe('the goals of an account', () => {
  let scene: AdScene
  beforeEach(async () => {
    scene = await adScene(app, owner)
    app_id = scene.app_id
  })
  const makeGoals = () => scene.platform.ensureGoals(scene.customer_id, standardGoals('Shop'))

  test('are none without an account, nor while it is being opened', async () => {
    const { id } = await app.make.app(owner)
    expect(await conversions().list_actions({ app_id: id })).toEqual([])
    await makeGoals()
    await app.sql`update ad_accounts set status = 'PENDING', platform_customer_id = null where id = ${scene.account_id}`
    expect(await conversions().list_actions({ app_id })).toEqual([])
  })

  test('come from the platform, with their tags as soon as those are published', async () => {
    holdClock(app.clock)
    expect(await conversions().list_actions({ app_id })).toEqual([])
    await makeGoals()
    const fresh = await conversions().list_actions({ app_id })
    expect(fresh.map(({ conversion_type }) => conversion_type).toSorted()).toEqual(
      [...CONVERSION_TYPES].toSorted(),
    )
    expect(fresh.find(({ conversion_type }) => conversion_type === 'PURCHASE')).toEqual({
      id: expect.stringMatching(/^\d{10}$/),
      resource_name: expect.stringMatching(/^customers\/\d+\/conversionActions\/\d+$/),
      name: 'Shop – Purchase',
      conversion_type: 'PURCHASE',
      counting: 'MANY_PER_CLICK',
      conversion_id: null,
      label: null,
      created_date: expect.any(String),
    })
    app.clock.move(2)
    const published = await conversions().list_actions({ app_id })
    for (const { conversion_id, label } of published) {
      expect(conversion_id).toMatch(/^AW-\d{10}$/)
      expect(label).toMatch(/^[\w-]{19}$/)
    }
  })

  test('can be named by their id, if they are there', async () => {
    const named = { entity_name: 'Order', event: 'create', conversion_action_id: '1234567890' } as const
    const { id: bare } = await app.make.app(owner)
    await expect(conversions().create_mapping({ app_id: bare }, named)).rejects.toEqual(
      refusal(409, 'no_ads_account'),
    )
    await makeGoals()
    await expect(conversions().create_mapping({ app_id }, named)).rejects.toEqual(
      refusal(404, 'conversion_action_not_found'),
    )
    const [goal] = await conversions().list_actions({ app_id })
    const conversion_action_id = goal?.id ?? ''
    const mapping = await conversions().create_mapping({ app_id }, { ...named, conversion_action_id })
    expect(mapping).toMatchObject({ conversion_action_id, conversion_type: goal?.conversion_type })

    const at = { app_id, mapping_id: mapping.id }
    const unknown = { conversion_action_id: '1234567890' }
    await expect(conversions().update_mapping(at, unknown)).rejects.toEqual(
      refusal(404, 'conversion_action_not_found'),
    )
    const plain = await conversions().update_mapping(at, { conversion_type: 'CONTACT' })
    expect(plain).toMatchObject({ conversion_action_id: null, conversion_type: 'CONTACT' })
    const { id: mapping_id } = await conversions().create_mapping({ app_id: bare }, ORDER)
    await expect(conversions().update_mapping({ app_id: bare, mapping_id }, unknown)).rejects.toEqual(
      refusal(409, 'no_ads_account'),
    )
  })

  test('cannot be had of a platform that is not the one in use', async () => {
    const { id: mapping_id } = await conversions().create_mapping({ app_id }, ORDER)
    await scene.set('ad_accounts', scene.account_id, 'platform', 'google')
    const away = refusal(503, 'ad_platform_unavailable')
    const named = { entity_name: 'Order', event: 'update', conversion_action_id: '12' } as const
    await expect(conversions().list_actions({ app_id })).rejects.toEqual(away)
    await expect(conversions().create_mapping({ app_id }, named)).rejects.toEqual(away)
    await expect(
      conversions().update_mapping({ app_id, mapping_id }, { conversion_action_id: '12' }),
    ).rejects.toEqual(away)
    await conversions().update_mapping({ app_id, mapping_id }, { is_enabled: false })
  })
})
