import { MAX_IGNORED } from '@atrium/contract/scans'
import { type ClientOperation, operations } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import type { Person } from '../../../../test/make.ts'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { makeFinding, storeResult } from '../test/scan-scene.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, guest, stranger } = useTeam(app)
const newApp = async (of: Person = owner) => ({ app_id: (await app.make.app(of)).id })
const ignored = async (of: { app_id: string }) =>
  (await app.as(owner).findings.list_ignored(of, { limit: 100 })).items
const actions = async ({ app_id }: { app_id: string }) =>
  (await app.as(owner).audit.list({ app_id })).items.map(({ action }) => action)
const later = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1_000).toISOString()

const RULE = makeFinding('rls_recommendations', { title: 'Everybody reads Order' })
const SECRET = makeFinding('hardcoded_secrets', { severity: 'critical' })
const HEADER = makeFinding('header_recommendations', { rule_id: 'csp_missing' })
const IGNORE = { fingerprint: RULE.fingerprint, finding_type: 'rls' as const }
const ALL = {
  rls_recommendations: [RULE],
  hardcoded_secrets: [SECRET],
  header_recommendations: [
    HEADER,
    makeFinding('header_recommendations', { rule_id: 'csp_missing', title: 'On another page' }),
    makeFinding('header_recommendations', { rule_id: 'hsts_missing' }),
  ],
}

describe('findings.ignore', () => {
  test.each<[string, object, (string | number)[]]>([
    ['an empty fingerprint', { fingerprint: '' }, ['body', 'fingerprint']],
    ['a fingerprint of 129 characters', { fingerprint: 'f'.repeat(129) }, ['body', 'fingerprint']],
    ['a NUL', { fingerprint: 'a\0b' }, ['body', 'fingerprint']],
    ['no type', { finding_type: undefined }, ['body', 'finding_type']],
    ['an unknown type', { finding_type: 'typo' }, ['body', 'finding_type']],
    ['the type of another group', { finding_type: 'secret' }, ['body', 'finding_type']],
    ['an unknown reason', { reason: 'because' }, ['body', 'reason']],
    ['a comment of 501 characters', { comment: 'c'.repeat(501) }, ['body', 'comment']],
    ['an end that is no time', { expires_at: 'tomorrow' }, ['body', 'expires_at']],
    ['an end that was', { expires_at: '2020-01-01T00:00:00Z' }, ['body', 'expires_at']],
    ['an end that is no moment', { expires_at: '2030-02-31T00:00:99Z' }, ['body', 'expires_at']],
  ])('refuses %s', async (_, fields, loc) => {
    const of = await newApp()
    await storeResult(app, of.app_id, ALL)
    const body = { ...IGNORE, ...fields } as typeof IGNORE
    await expect(app.as(owner).findings.ignore(of, body)).rejects.toMatchObject(invalidAt(...loc))
    expect(await ignored(of)).toEqual([])
  })

  test('says who, why and until when; what the scan says of it counts', async () => {
    const of = await newApp()
    await storeResult(app, of.app_id, ALL)
    const expires_at = later(3_600)
    const body = {
      ...IGNORE,
      title: 'Nothing of importance',
      file_path: 'elsewhere.ts',
      comment: 'It is public',
    }
    const answer = await app.as(editor).findings.ignore(of, { ...body, reason: 'accepted_risk', expires_at })
    expect(answer).toEqual({ status: 'ok' })
    expect(await ignored(of)).toEqual([
      {
        fingerprint: RULE.fingerprint,
        finding_type: 'rls',
        file_path: null,
        title: 'Everybody reads Order',
        reason: 'accepted_risk',
        comment: 'It is public',
        expires_at,
        ignored_by: editor.email,
        created_date: expect.stringMatching(/Z$/),
      },
    ])
    const { items } = await app.as(owner).audit.list({ app_id: of.app_id })
    expect(items).toMatchObject([
      {
        action: 'findings.ignore',
        actor_email: editor.email,
        target_type: 'finding',
        target_id: RULE.fingerprint,
        detail: { title: 'Everybody reads Order', reason: 'accepted_risk', expires_at },
      },
    ])
    const [{ result } = {}] = await app.sql`select result from security_scans where app_id = ${of.app_id}`
    expect(result).toMatchObject({ rls_recommendations: [RULE] })
  })

  test('takes what the latest scan does not have, with the words of the caller', async () => {
    const of = await newApp()
    const unknown = { fingerprint: 'x'.repeat(128), finding_type: 'static_code' as const, file_path: 'a.ts' }
    await app.as(owner).findings.ignore(of, unknown)
    await storeResult(app, of.app_id, ALL)
    await app.as(owner).findings.ignore(of, { ...unknown, fingerprint: '/?#%2F é', title: 'Seen before' })
    expect(await ignored(of)).toMatchObject([
      { fingerprint: '/?#%2F é', file_path: 'a.ts', title: 'Seen before' },
      { fingerprint: 'x'.repeat(128), file_path: 'a.ts', title: null },
    ])
    await app.as(owner).findings.restore({ ...of, fingerprint: '/?#%2F é' })
    expect(await ignored(of)).toHaveLength(1)
  })

  test('a title with characters that cannot be stored is no obstacle', async () => {
    const of = await newApp()
    const finding = makeFinding('static_code_findings', {
      title: 'eval of "\0\ud800\u202e"\n\nnow',
      file_path: 'a\0.ts',
    })
    await storeResult(app, of.app_id, { static_code_findings: [finding] })
    await app.as(owner).findings.ignore(of, { fingerprint: finding.fingerprint, finding_type: 'static_code' })
    expect(await ignored(of)).toMatchObject([{ title: 'eval of " \ufffd " now', file_path: 'a .ts' }])
  })

  test('again changes reason, comment and end, and the same again nothing', async () => {
    const of = await newApp()
    await app
      .as(owner)
      .findings.ignore(of, { ...IGNORE, reason: 'wont_fix', comment: 'Later', expires_at: later(60) })
    const [first] = await ignored(of)
    app.clock.move(1)
    await app.as(editor).findings.ignore(of, { ...IGNORE, reason: 'false_positive' })
    const changed = { reason: 'false_positive', comment: null, expires_at: null, ignored_by: editor.email }
    expect(await ignored(of)).toEqual([{ ...first, ...changed }])
    await app.as(owner).findings.ignore(of, { ...IGNORE, reason: 'false_positive' })
    expect(await ignored(of)).toEqual([{ ...first, ...changed }])
    expect(await actions(of)).toEqual(['findings.ignore', 'findings.ignore'])
  })

  test('ends at its time, and can be ignored again then', async () => {
    holdClock(app.clock)
    const of = await newApp()
    await app.as(owner).findings.ignore(of, { ...IGNORE, expires_at: later(10) })
    app.clock.move(10)
    expect(await ignored(of)).toEqual([])
    await app.as(owner).findings.restore({ ...of, fingerprint: RULE.fingerprint })
    expect(await actions(of)).toEqual(['findings.ignore'])
    const again = app.clock.now().toISOString()
    await app.as(owner).findings.ignore(of, IGNORE)
    const [item] = await ignored(of)
    expect(item).toMatchObject({ expires_at: null })
    expect(String(item?.created_date) >= again).toBe(true)
  })
})

describe('with as many as there may be', () => {
  let of: { app_id: string }
  beforeAll(async () => {
    of = await newApp()
    await storeResult(app, of.app_id, ALL)
    await app.sql`
      insert into ignored_findings (app_id, fingerprint, finding_type, created_date)
      select ${of.app_id}, 'f' || n, 'secret', ${app.clock.now()} from generate_series(2, ${MAX_IGNORED}) n`
  })
  const full = refusal(409, 'ignore_limit_reached')
  const count = async () => {
    const [row] = await app.sql<{ n: number }>`
      select count(*)::int as n from ignored_findings where app_id = ${of.app_id}`
    return row?.n
  }

  test('of several at once only one more gets in', async () => {
    const tried = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((fingerprint) =>
        app.as(owner).findings.ignore(of, { ...IGNORE, fingerprint }),
      ),
    )
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tried) if (one.status === 'rejected') expect(one.reason).toEqual(full)
    expect(await count()).toBe(MAX_IGNORED)
    expect(await actions(of)).toEqual(['findings.ignore'])
  })

  test('nothing is dismissed, what is there can be changed, and what has ended makes room', async () => {
    holdClock(app.clock)
    await expect(app.as(owner).scans.dismiss_header({ ...of, flag: 'csp_missing' })).rejects.toEqual(full)
    expect(await count()).toBe(MAX_IGNORED)
    const known = { fingerprint: 'f2', finding_type: 'secret' as const }
    await app.as(owner).findings.ignore(of, { ...known, expires_at: later(5) })
    await expect(app.as(owner).findings.ignore(of, IGNORE)).rejects.toEqual(full)
    app.clock.move(5)
    await app.as(owner).findings.ignore(of, IGNORE)
    await expect(app.as(owner).scans.dismiss_header({ ...of, flag: 'hsts_missing' })).rejects.toEqual(full)
    await app.as(owner).findings.restore({ ...of, fingerprint: 'f3' })
    await app.as(owner).scans.dismiss_header({ ...of, flag: 'hsts_missing' })
    expect(await count()).toBe(MAX_IGNORED)
  })
})

describe('findings.restore', () => {
  test('takes it off the list, and changes nothing when it was not on it', async () => {
    const of = await newApp()
    await app.as(owner).findings.ignore(of, IGNORE)
    const at = { ...of, fingerprint: RULE.fingerprint }
    expect(await app.as(editor).findings.restore(at)).toEqual({ status: 'ok' })
    expect(await ignored(of)).toEqual([])
    expect(await app.as(editor).findings.restore(at)).toEqual({ status: 'ok' })
    expect(await app.as(editor).findings.restore({ ...of, fingerprint: 'never' })).toEqual({ status: 'ok' })
    expect(await actions(of)).toEqual(['findings.restore', 'findings.ignore'])
  })

  test('refuses a fingerprint of 129 characters, by its place', async () => {
    const restored = app.as(owner).findings.restore({ ...(await newApp()), fingerprint: 'f'.repeat(129) })
    await expect(restored).rejects.toMatchObject(invalidAt('path', 'fingerprint'))
  })

  test('touches no other app', async () => {
    const [one, other] = [await newApp(), await newApp()]
    for (const each of [one, other]) await app.as(owner).findings.ignore(each, IGNORE)
    await app.as(owner).findings.restore({ ...one, fingerprint: RULE.fingerprint })
    expect(await ignored(one)).toEqual([])
    expect(await ignored(other)).toHaveLength(1)
  })
})

describe('scans.dismiss_header', () => {
  test('ignores what the scan says of it, once, and leaves the others', async () => {
    const of = await newApp()
    await storeResult(app, of.app_id, ALL)
    const header = { fingerprint: HEADER.fingerprint, finding_type: 'header' as const }
    await app.as(owner).findings.ignore(of, { ...header, reason: 'wont_fix' })
    for (let time = 0; time < 2; time++)
      expect(await app.as(editor).scans.dismiss_header({ ...of, flag: 'csp_missing' })).toEqual({
        status: 'ok',
      })
    const items = await ignored(of)
    expect(items).toHaveLength(2)
    expect(items.find(({ fingerprint }) => fingerprint === HEADER.fingerprint)?.reason).toBe('wont_fix')
    expect(items).toContainEqual(
      expect.objectContaining({ finding_type: 'header', title: 'On another page', ignored_by: editor.email }),
    )
    expect(await actions(of)).toEqual(['scans.dismiss_header', 'findings.ignore'])
  })

  test('is done also when there is none, and is for headers only', async () => {
    const of = await newApp()
    await app.as(owner).scans.dismiss_header({ ...of, flag: 'csp_missing' })
    await storeResult(app, of.app_id, ALL)
    await app.as(owner).scans.dismiss_header({ ...of, flag: RULE.rule_id })
    expect(await ignored(of)).toEqual([])
    expect(await actions(of)).toEqual([])
  })
})

const CALLS: readonly [ClientOperation, object?][] = [
  [operations.findings.ignore, IGNORE],
  [operations.findings.restore],
  [operations.findings.list_ignored],
  [operations.scans.dismiss_header],
  [operations.scans.export],
]

describe.each(CALLS.map(([operation, body]) => [operation.name, operation, body] as const))(
  '%s',
  (_, operation, body) => {
    const call = (who: Person | string, app_id: string) =>
      app.as(who).request(operation, {
        params: { app_id, fingerprint: RULE.fingerprint, flag: 'csp_missing' },
        ...(body && { body }),
      })

    test('refuses those who cannot edit the app, and finds no app of others', async () => {
      const { app_id } = await newApp()
      await storeResult(app, app_id, ALL)
      await app.as(owner).findings.ignore({ app_id }, { fingerprint: 'kept', finding_type: 'rls' })
      await expect(call(viewer, app_id)).rejects.toEqual(refusal(403, 'editor_required'))
      const limited = await app.make.token(owner, { app_ids: [(await newApp()).app_id] })
      for (const who of [stranger, guest, limited])
        await expect(call(who, app_id)).rejects.toEqual(refusal(404, 'app_not_found'))
      await expect(call(owner, 'app_unknown')).rejects.toEqual(refusal(404, 'app_not_found'))
      const key = { kind: 'workspace_key' as const, workspace_id: owner.workspace_id }
      const { secret } = await app.make.credential(key)
      await expect(call(secret, app_id)).rejects.toEqual(refusal(403, 'workspace_key_not_allowed'))
      expect(await ignored({ app_id })).toMatchObject([{ fingerprint: 'kept' }])
      expect(await actions({ app_id })).toEqual(['findings.ignore'])
    })

    if (operation.method !== 'GET')
      test('refuses a token that may only read', async () => {
        const token = await app.make.token(owner, { permission: 'read_only' })
        const refused = refusal(403, 'read_only_credential_route_not_allowed')
        await expect(call(token, (await newApp()).app_id)).rejects.toEqual(refused)
      })
  },
)
