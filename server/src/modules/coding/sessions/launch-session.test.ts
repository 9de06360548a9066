import { expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useSessions } from '../../../../test/session-scene.ts'

const scene = useSessions()
const { launch, rowOf } = scene

test('a launch stores what was sent, and waits', async () => {
  const session = await launch({ client_reference: 'ticket:1', existing_branch: null }, 'first')
  expect(session).toMatchObject({
    state: 'queued',
    launch_key: 'first',
    client_reference: 'ticket:1',
    repository_full_name: 'acme/shop',
    message_id: null,
    branch_id: null,
    session_url: null,
    pull_request: null,
    outcome: null,
    launched_by: scene.owner.email,
  })
  expect(await rowOf(session.id)).toMatchObject({ prompt: 'Do it', base_branch: 'main', provider: 'local' })
  expect(await scene.jobs(session.id)).toBe(1)
  await expect(launch({ title: 'Other' }, 'first')).rejects.toEqual(refusal(409, 'idempotency_conflict'))
})
