/** One record created with an Idempotency-Key, against the same without one. */
import { createClient } from '@atrium/sdk'
import { duel, type Load, withContest } from './harness.ts'

export async function idempotency(): Promise<void> {
  await withContest([], async (contest) => {
    const { atrium, token } = contest
    const client = createClient({ baseUrl: atrium.address, token })
    const { id: app_id } = await client.apps.create({ name: 'Bench' })
    await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
    const url = `${atrium.address}/api/apps/${app_id}/entities/Task`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await duel(
      { ...contest, bare: { address: atrium.address, pid: atrium.pid } },
      {
        title: 'idempotency: POST one record, bare without a key, Atrium with a key of its own',
        atrium: { ...creating(url, headers, true), headers },
        bare: { ...creating(url, headers, false), headers },
      },
    )
  })
}

function creating(url: string, headers: Record<string, string>, isKeyed: boolean): Load {
  let next = 0
  return {
    url,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const title = `Task ${next++}`
          const key = { 'idempotency-key': `bench:${next}` }
          return { ...request, headers: { ...headers, ...(isKeyed && key) }, body: JSON.stringify({ title }) }
        },
      },
    ],
  }
}
