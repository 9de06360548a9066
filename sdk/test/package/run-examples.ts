/** Runs the examples, and prints how each ended as a line of JSON. */
import { ApiError, createClient } from '@atrium/sdk'
import { contextOf, type Given } from './context.ts'

const given: Given & { names: string[] } = JSON.parse(process.env.GIVEN ?? '')
const platform = createClient({ baseUrl: given.baseUrl, token: given.token })
const print = console.log
console.log = () => {}
Object.assign(globalThis, { Deno: { serve: () => {} }, window: { open: () => {} } })

/** Longer than any of them takes that does not wait for somebody. */
const MOST_MS = 30_000

async function outcomeOf(name: string, index: number): Promise<string> {
  const record = await platform.app(given.app_id).entity('Task').create({ title: 'Made before' })
  const { run } = (await import(`./examples/${name}.js`)) as { run?: (context: object) => Promise<void> }
  if (!run) return 'done'
  const context = contextOf({ ...given, email: `grace${index}@example.com` })
  const late = new Promise<string>((resolve) => setTimeout(resolve, MOST_MS, 'late'))
  const ended = run({ ...context, id: record.id }).then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  )
  return Promise.race([ended, late])
}

await Promise.all(
  given.names.map(async (name, index) => print(JSON.stringify([name, await outcomeOf(name, index)]))),
)
process.exit()
