/** What the examples of the docs take for given. Copied into the project that has the package installed. */
import { type AppClient, type Client, createClient } from '@atrium/sdk'

export interface Given {
  baseUrl: string
  token: string
  app_id: string
  agent_id: string
  folder_id: string
  parent_folder_id: string
  /** Where the last mail that an app sent can be read, by somebody who may. */
  email: string
}

export function contextOf(given: Given) {
  const { baseUrl, app_id, token, email } = given
  const client: Client & AppClient = createClient({ baseUrl, app_id, token, retries: 0 })
  const visitor: Client & AppClient = createClient({ baseUrl, app_id, retries: 0 })
  return {
    ...given,
    client,
    app: visitor,
    Task: client.entity('Task'),
    show: (event: object) => console.warn(event),
    showAll: (records: object[]) => console.warn(records),
    password: 'correct horse battery staple',
    async otp_code(): Promise<string> {
      const { items } = await client.mail.list()
      const mail = items.find(({ to }) => to === email)
      return /\b\d{6}\b/.exec(JSON.stringify(mail))?.[0] ?? 'none'
    },
    file: new File(['title\nWater the plants\n'], 'tasks.csv', { type: 'text/csv' }),
    form: new FormData(),
    cart: [{ sku: 'oak-table', count: 1 }],
    signal: AbortSignal.timeout(20_000),
    flow_id: 'flw_unknown',
    workflow_id: 'wfl_unknown',
    run_id: 'wfr_unknown',
    execution_id: 'run_unknown',
    fingerprint: 'unknown',
    fingerprints: ['unknown'],
    prompt: 'Greet people by their name',
    title: 'Greeting',
    ask: async (question: string) => `You asked: ${question}`,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    request: new Request('https://hooks.example.com/', { method: 'POST', body: '{}' }),
    next: (status: unknown) => (status === 'done' ? 'open' : 'done'),
    draft: { properties: { title: { type: 'string' } }, rls: { read: true } },
    client_id: 'client',
    client_secret: 'secret',
    access_token: 'token',
    link_token: 'unknown',
    isSignedIn: async () => false,
    content: 'Deno.serve(() => new Response("hello"))',
    json_schema: { type: 'object', properties: { title: { type: 'string' } } },
    name: 'Sign in',
    goal: 'People can sign in',
    steps: [{ action: 'goto', url: '/' }] as never[],
  }
}

export type Context = ReturnType<typeof contextOf>

declare global {
  /** Of the runtime of functions; the examples that use it are not called. */
  const Deno: {
    serve(
      handler: (
        request: globalThis.Request,
        info: { waitUntil(work: Promise<unknown>): void },
      ) => Response | Promise<Response>,
    ): void
  }
}
