import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { stranger } = useTeam(app)
const { owner, admin, editor, viewer, guest } = useTeam(app, beforeEach)
const poor = useMade(async () => app.make.person('owner', await app.make.workspace({ plan: 'pro' })))

const setMonthly = (limit: number) =>
  app.sql`update workspaces set monthly_limit = ${limit} where id = ${owner.workspace_id}`
const limitOf = async (email: string) => {
  const { members } = await app.as(owner).members.list({ page_size: 100 })
  const member = members.find((one) => one.email === email)
  return [member?.credit_limit, member?.is_default_limit]
}
const query = () => ({ query: { workspaceId: stranger.workspace_id } })

describe('members.set_credit_limit', () => {
  const give = (who: Person | string, email: string, credit_limit: number | null) =>
    app.as(who).members.set_credit_limit({ email }, { credit_limit })

  test('gives one and takes it away again', async () => {
    await app.as(owner).members.set_default_credit_limit({ credit_limit: 100 })
    expect(await give(admin, editor.email.toUpperCase(), 12.5)).toMatchObject({
      user_id: editor.id,
      role: 'editor',
      credit_limit: 12.5,
      is_default_limit: false,
    })
    expect(await limitOf(editor.email)).toEqual([12.5, false])
    expect(await give(admin, editor.email, null)).toMatchObject({ credit_limit: 100, is_default_limit: true })
    expect(await limitOf(editor.email)).toEqual([100, true])
    expect((await give(admin, guest.email, 0)).credit_limit).toBe(0)
    expect((await give(admin, admin.email, 9)).credit_limit).toBe(9)
    const [entry] = (await app.as(owner).audit.list({ action: 'members.set_credit_limit' })).items
    expect(entry).toMatchObject({
      target_id: admin.id,
      detail: { credit_limit: 9, credit_limit_before: null },
    })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'member.credit_limit_changed',
      payload: { workspace_id: owner.workspace_id, user_id: admin.id, credit_limit: 9 },
    })
  })

  test('is at most the monthly limit of the workspace', async () => {
    expect((await give(owner, editor.email, 1e9)).credit_limit).toBe(1e9)
    await setMonthly(50)
    expect((await give(owner, editor.email, 50)).credit_limit).toBe(50)
    await expect(give(owner, editor.email, 50.01)).rejects.toEqual(refusal(400, 'credit_limit_too_high'))
    expect(await limitOf(editor.email)).toEqual([50, false])
  })

  test('is not for viewers, from whom it can be taken, nor for the owner', async () => {
    await app.sql`update members set credit_limit = 5 where user_id = ${viewer.id}`
    await expect(give(owner, viewer.email, 6)).rejects.toEqual(refusal(400, 'viewer_without_limit'))
    expect(await give(owner, viewer.email, null)).toMatchObject({
      credit_limit: null,
      is_default_limit: true,
    })
    for (const limit of [5, null])
      await expect(give(admin, owner.email, limit)).rejects.toEqual(refusal(403, 'owner_protected'))
  })

  test('needs the plan business, a member, and an owner or admin of this workspace', async () => {
    await expect(give(poor, poor.email, 5)).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    for (const email of ['nobody@example.com', stranger.email])
      await expect(give(admin, email, 5)).rejects.toEqual(refusal(404, 'member_not_found'))
    for (const who of [editor, viewer, guest])
      await expect(give(who, editor.email, 5)).rejects.toEqual(refusal(403, 'admin_required'))
    const elsewhere = app
      .as(admin)
      .members.set_credit_limit({ email: editor.email }, { credit_limit: 5 }, query())
    await expect(elsewhere).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })

  test.each([-1, '5', true, 1e13])('refuses %j', async (limit) => {
    await expect(give(owner, editor.email, limit as number)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'credit_limit'] }],
    })
  })
})

describe('members.bulk_set_credit_limit', () => {
  type Items = { email: string; credit_limit: number | null }[]
  const give = (who: Person | string, items: Items) => app.as(who).members.bulk_set_credit_limit({ items })

  test('changes all, and answers in the order of the request', async () => {
    const answer = await give(admin, [
      { email: guest.email, credit_limit: 3 },
      { email: editor.email.toUpperCase(), credit_limit: 4.25 },
      { email: viewer.email, credit_limit: null },
    ])
    expect(answer.updated).toBe(3)
    expect(answer.members.map(({ email, credit_limit }) => [email, credit_limit])).toEqual([
      [guest.email, 3],
      [editor.email, 4.25],
      [viewer.email, null],
    ])
    expect(await limitOf(editor.email)).toEqual([4.25, false])
  })

  test('changes nothing when one is refused, and says of each why', async () => {
    await setMonthly(50)
    const failing = give(admin, [
      { email: editor.email, credit_limit: 5 },
      { email: guest.email, credit_limit: 51 },
      { email: viewer.email, credit_limit: 5 },
      { email: owner.email, credit_limit: 5 },
      { email: 'nobody@example.com', credit_limit: 5 },
      { email: editor.email, credit_limit: 6 },
    ])
    await expect(failing).rejects.toEqual(refusal(400, 'bulk_refused'))
    const { body } = await failing.catch((error) => error)
    expect(body.errors.map((one: { error_code: string }) => one.error_code)).toEqual([
      'credit_limit_too_high',
      'viewer_without_limit',
      'owner_protected',
      'member_not_found',
      'duplicate_email',
    ])
    expect(await limitOf(editor.email)).toEqual([null, true])
  })

  test('needs the plan business, and an owner or admin of this workspace', async () => {
    const items = [{ email: editor.email, credit_limit: 5 }]
    await expect(give(poor, items)).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    await expect(give(editor, items)).rejects.toEqual(refusal(403, 'admin_required'))
    await expect(app.as(admin).members.bulk_set_credit_limit({ items }, query())).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})

describe('members.set_default_credit_limit', () => {
  const give = (who: Person | string, credit_limit: number | null) =>
    app.as(who).members.set_default_credit_limit({ credit_limit })

  test('is the limit of everyone without their own', async () => {
    await app.as(owner).members.set_credit_limit({ email: editor.email }, { credit_limit: 7 })
    expect(await give(admin, 20)).toEqual({ default_member_credit_limit: 20 })
    expect(await limitOf(guest.email)).toEqual([20, true])
    expect(await limitOf(editor.email)).toEqual([7, false])
    expect((await app.as(owner).members.list()).default_member_credit_limit).toBe(20)
    expect(await give(admin, null)).toEqual({ default_member_credit_limit: null })
    const [entry] = (await app.as(owner).audit.list({ action: 'members.set_default_credit_limit' })).items
    expect(entry?.detail).toEqual({ credit_limit: null, credit_limit_before: 20 })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'workspace.default_credit_limit_changed',
      payload: { workspace_id: owner.workspace_id, credit_limit: null },
    })
  })

  test('is at most the monthly limit, needs the plan business, and an owner or admin of this workspace', async () => {
    await setMonthly(50)
    await expect(give(owner, 51)).rejects.toEqual(refusal(400, 'credit_limit_too_high'))
    await expect(give(poor, 5)).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    await expect(give(editor, 5)).rejects.toEqual(refusal(403, 'admin_required'))
    await expect(
      app.as(admin).members.set_default_credit_limit({ credit_limit: 5 }, query()),
    ).rejects.toEqual(refusal(404, 'workspace_not_found'))
  })
})
