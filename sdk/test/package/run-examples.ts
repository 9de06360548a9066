/** Runs the examples, each in an app of its own, and prints how each ended as a line of JSON. */
import { ApiError, createClient } from '@atrium/sdk'
import { type Context, contextOf, type Given } from './context.ts'

type Named = Given & { names: string[]; schemas: Record<string, object> }
const { names, schemas, ...given }: Named = JSON.parse(process.env.GIVEN ?? '')
const platform = createClient({ baseUrl: given.baseUrl, token: given.token })
const print = console.log
console.log = () => {}
Object.assign(globalThis, { Deno: { serve: () => {} } })

/** What has to be there before an example runs. */
const BEFORE: Record<string, (context: Context) => Promise<unknown>> = {
  'ads-5': ({ client, app_id }) =>
    client.ads.launch(
      { app_id },
      {
        campaign: {
          ...{ campaign_name: 'Tables', campaign_type: 'SMART', daily_budget_micros: 15_000_000 },
          ...{ landing_page: 'https://tables.example.com/', business_name: 'Northern Tables' },
          ...{ keyword_themes: ['oak table'], geo_targets: ['geoTargetConstants/2840'] },
        },
        timezone: 'America/New_York',
      },
    ),
  'app-users-1': register,
  'app-users-4': register,
  'tests-1': ({ client, app_id }) =>
    client.site.publish({ app_id }, { files: [{ path: 'index.html', content: '<h1>Sign in</h1>' }] }),
  'sdk-and-cli-9': async ({ client, app_id, content }) => {
    const files = [{ path: 'index.ts', content }]
    for (const name of ['checkout', 'import', 'report'])
      await client.functions.deploy({ app_id, name }, { entry: 'index.ts', files })
  },
}

async function register({ app, email, password, otp_code }: Context): Promise<void> {
  await app.auth.register({ email, password })
  await app.auth.verifyOtp({ email, otp_code: await otp_code() })
}

async function appFor(name: string): Promise<string> {
  if (name === 'connectors-4') return given.connected_app_id
  const { id } = await platform.apps.create({ name, public_settings: 'public_with_login' })
  for (const [entity, schema] of Object.entries(schemas))
    await platform.schemas.set({ app_id: id, name: entity }, schema as never)
  return id
}

async function outcomeOf(name: string, index: number): Promise<string> {
  try {
    const { run } = (await import(`./examples/${name}.js`)) as { run?: (context: object) => Promise<void> }
    if (!run) return 'done'
    const context = contextOf({ ...given, app_id: await appFor(name), email: `grace${index}@example.com` })
    const { id } = name === 'connectors-4' ? { id: '' } : await context.Task.create({ title: 'Made before' })
    await BEFORE[name]?.(context)
    await run({ ...context, id })
    return 'done'
  } catch (error) {
    return error instanceof ApiError ? `${error.code}: ${error.message}` : String(error)
  }
}

await Promise.all(
  names.map(async (name, index) => print(JSON.stringify([name, await outcomeOf(name, index)]))),
)
process.exit()
