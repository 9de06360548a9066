import { AppEvent } from '@atrium/contract/webhook'
import { describe, expect, test } from 'vitest'
import { secrets } from '../../../test/bring.ts'
import { GROUND, groundApp, NOW, useArchive } from '../../../test/use-archive.ts'
import { webhookArchive } from './archive.ts'
import { openSecret } from './sealed-secret.ts'

const ground = {
  ...GROUND,
  apps: [
    groundApp('app_agent', 'ws_1', 'agent'),
    groundApp('app_plain'),
    groundApp('app_far', 'ws_2', 'agent'),
  ],
}

const ERROR = {
  message: 'The endpoint answered 500.',
  attempted_at: 'now-1h',
  status_code: 500,
  response_body: 'no',
}
const broken = {
  ...hook('whk_broken'),
  description: 'Tickets',
  secret: 'whsec_AAECAwQFBgc=',
  consecutive_failures: 20,
  last_error: ERROR,
  last_trigger_time: 'now-1h',
  disabled_at: 'now-1h',
  created_date: '2026-01-02T03:04:05Z',
}
// The words of a schema are no part of its type.
const { enum: appEvents } = AppEvent as unknown as { enum: string[] }
const ofApp = {
  ...hook('whk_app', { app_id: 'app_plain' }),
  events: appEvents,
  entity_names: ['Order'],
}
const far = hook('whk_far', { agent_id: 'app_far' })

const { database, empty, bring, bringBack, take } = useArchive(webhookArchive)

describe('webhooks in an archive', () => {
  test('come in once, with their health and with their secret encrypted', async () => {
    expect(await bringWebhooks([broken, ofApp, far])).toMatchObject({ webhooks: 3 })
    expect(await bringWebhooks([{ ...broken, description: 'other' }])).toMatchObject({ webhooks: 0 })
    const { rows } = await database.pool.query('select * from webhooks order by id')
    expect(rows).toMatchObject([
      {
        id: 'whk_app',
        app_id: 'app_plain',
        source: 'app',
        entity_names: ['Order'],
        secret: null,
        disabled_at: NOW,
        created_date: NOW,
      },
      {
        id: 'whk_broken',
        app_id: 'app_agent',
        source: 'agent',
        target_url: 'https://hooks.example.com/a',
        events: ['message.completed'],
        description: 'Tickets',
        epoch: 0,
        consecutive_failures: 20,
        last_error: { ...ERROR, attempted_at: '2026-11-15T11:00:00.000Z' },
        last_trigger_time: new Date('2026-11-15T11:00:00Z'),
        disabled_at: new Date('2026-11-15T11:00:00Z'),
        created_date: new Date('2026-01-02T03:04:05Z'),
        updated_date: new Date('2026-01-02T03:04:05Z'),
      },
      { id: 'whk_far', last_error: null, consecutive_failures: 0, disabled_at: null },
    ])
    expect(rows[1].secret).not.toContain('AAECAwQFBgc')
    expect(openSecret(secrets, 'whk_broken', rows[1].secret)).toBe('whsec_AAECAwQFBgc=')
    expect(() => openSecret(secrets, 'whk_far', rows[1].secret)).toThrow()
  })

  test('go out without secrets, by workspace, and come back the same', async () => {
    await bringWebhooks([broken, ofApp, far])
    const one = JSON.parse(await take(['ws_1'])).webhooks
    expect(one.map(({ id }: { id: string }) => id)).toEqual(['whk_app', 'whk_broken'])
    const whole = await take(null)
    expect(whole).not.toContain('secret')
    const { webhooks } = JSON.parse(whole)
    expect(webhooks[0]).toEqual({
      ...ofApp,
      signed: false,
      consecutive_failures: 0,
      disabled_at: NOW.toISOString(),
      created_date: NOW.toISOString(),
      updated_date: NOW.toISOString(),
    })
    await empty()
    await bringBack(whole)
    expect(await take(null)).toBe(whole.replace('"signed":true', '"signed":false'))
  })

  test('without the secret they sign with arrive switched off', { tags: 'slow' }, async () => {
    const arrived = async (given: object) => {
      await empty()
      await bringWebhooks([given])
      const { rows } = await database.pool.query('select disabled_at from webhooks')
      return rows[0].disabled_at === null ? 'on' : 'off'
    }
    expect(await arrived(ofApp)).toBe('off')
    expect(await arrived({ ...ofApp, secret: 'whsec_AAECAwQFBgc=' })).toBe('on')
    expect(await arrived({ ...ofApp, signed: false })).toBe('on')
    expect(await arrived(far)).toBe('on')
    expect(await arrived({ ...far, signed: true })).toBe('off')
    await bringWebhooks([{ ...far, secret: 'whsec_AAECAwQFBgc=' }])
    const [{ id, signed, disabled_at }] = JSON.parse(await take(null)).webhooks
    expect({ id, signed, disabled_at }).toMatchObject({ id: 'whk_far', signed: false })
  })

  test('that are deleted stay here', async () => {
    await bringWebhooks([broken, far])
    await database.pool.query(`update webhooks set deleted_at = now() where id = 'whk_broken'`)
    await database.pool.query(`update apps set deleted_at = now() where id = 'app_far'`)
    expect(JSON.parse(await take(null)).webhooks ?? []).toEqual([])
  })

  test('show the time of an error as all times are shown', async () => {
    await bringWebhooks([far])
    await database.pool.query(
      `update webhooks set last_error = '{"message":"m","attempted_at":"2026-11-15T12:00:00.5+02:00"}'`,
    )
    expect(JSON.parse(await take(null)).webhooks[0].last_error.attempted_at).toBe('2026-11-15T10:00:00.500Z')
  })

  test.each<[string, object]>([
    ['webhooks[1].agent_id: Give either', { ...hook('w'), app_id: 'app_plain' }],
    ['webhooks[1].agent_id: Give either', hook('w', {})],
    ['webhooks[1].agent_id: There is no agent "app_9"', hook('w', { agent_id: 'app_9' })],
    ['webhooks[1].agent_id: The app "app_plain" is not an agent', hook('w', { agent_id: 'app_plain' })],
    ['webhooks[1].app_id: There is no app "app_9"', { ...ofApp, id: 'w', app_id: 'app_9' }],
    [
      'webhooks[1].events: Input should be events that begin with message.',
      { ...hook('w'), events: ofApp.events },
    ],
    [
      'webhooks[1].events: Input should be events that do not begin with message.',
      { ...hook('w', { app_id: 'app_plain' }) },
    ],
    ['webhooks[1].events', { ...hook('w'), events: [] }],
    ['webhooks[1].events', { ...hook('w'), events: ['message.deleted'] }],
    ['webhooks[1].entity_names: Only webhooks of an app', { ...hook('w'), entity_names: ['Order'] }],
    ['webhooks[1].target_url', { ...hook('w'), target_url: 'ftp://example.com' }],
    ['webhooks[1].target_url', { ...hook('w'), target_url: undefined }],
    ['webhooks[1].consecutive_failures', { ...hook('w'), consecutive_failures: 21 }],
    ['webhooks[1].last_error: Field required', { ...hook('w'), consecutive_failures: 1 }],
    [
      'webhooks[1].last_error.attempted_at',
      { ...hook('w'), last_error: { message: 'x', attempted_at: 'then' } },
    ],
    ['webhooks[1].disabled_at: Field required', { ...broken, id: 'w', disabled_at: null }],
    ['webhooks[1]', { ...hook('w'), targeturl: 'x' }],
    ['webhooks[1]', { ...hook('whk_far') }],
  ])('are refused: %s', async (message, given) => {
    await expect(bringWebhooks([far, given])).rejects.toThrow(message)
    expect((await database.pool.query('select from workspaces')).rowCount).toBe(0)
  })
})

function hook(id: string, owner: object = { agent_id: 'app_agent' }) {
  return { id, ...owner, target_url: 'https://hooks.example.com/a', events: ['message.completed'] }
}

function bringWebhooks(webhooks: object[]) {
  return bring({ ...ground, webhooks })
}
