/** Apps with one small backend function each. */
import { createClient } from '@atrium/sdk'
import type { Contest, Load } from './harness.ts'

/** What a small function does: read what was sent, look something up, answer JSON. */
export const HANDLER = `async (request) => {
  const { searchParams } = new URL(request.url)
  const words = (searchParams.get('words') ?? '').split(' ').map((word) => word.toUpperCase())
  return Response.json({ words, at: Date.now() }, { headers: { 'x-answered-by': 'function' } })
}`

/** One for each of so many new apps, and how to call it. */
export async function deployed({ atrium, token }: Contest, apps: number): Promise<Load[]> {
  const client = createClient({ baseUrl: atrium.address, token })
  const calls: Load[] = []
  for (let count = 0; count < apps; count++) {
    const { id: app_id } = await client.apps.create({ name: `App ${count}` })
    const files = [{ path: 'main.ts', content: `Deno.serve(${HANDLER})\n` }]
    await client.functions.deploy({ app_id, name: 'words' }, { entry: 'main.ts', files })
    calls.push({
      url: `${atrium.address}/api/apps/${app_id}/functions/words?words=some+small+words`,
      headers: { authorization: `Bearer ${token}` },
    })
  }
  return calls
}
