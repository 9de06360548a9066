/** Who am I: credential, one read, one answer. What our frame costs over a bare route with the same read. */
import { createClient } from '@atrium/sdk'
import { duel, withContest } from './harness.ts'

export async function session(): Promise<void> {
  await withContest([], async (contest) => {
    const { atrium, token, bare } = contest
    const me = await createClient({ baseUrl: atrium.address, token }).session.read()
    await duel(contest, {
      title: 'session: GET /api/auth/me',
      target: 0.6,
      atrium: { url: `${atrium.address}/api/auth/me`, headers: { authorization: `Bearer ${token}` } },
      bare: { url: `${bare.address}/me/${me.id}/${me.workspaces[0]?.id}` },
    })
  })
}
