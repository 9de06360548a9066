/** What the examples of the docs take for given. Copied into the project that has the package installed. */
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type AppClient, type Client, createClient } from '@atrium/sdk'

export interface Given {
  baseUrl: string
  token: string
  app_id: string
  agent_id: string
  /** An app that is connected to the sandbox of connectors. */
  connected_app_id: string
  folder_id: string
  parent_folder_id: string
  /** Of nobody else. */
  email: string
}

export function contextOf(given: Given) {
  const { baseUrl, app_id, token, email } = given
  const client: Client & AppClient = createClient({ baseUrl, app_id, token, retries: 0 })
  const visitor: Client & AppClient = createClient({ baseUrl, app_id, retries: 0 })
  // The owner of the app reads in the outbox what others get by mail.
  const owner: Client = createClient({ baseUrl, token, retries: 0 })
  const mailed = async (what: RegExp): Promise<string> => {
    const { items } = await owner.mail.list({ limit: 100 })
    const found = what.exec(items.find(({ to }) => to === email)?.text ?? '')?.[1]
    // Sent by a job, so it may be under way.
    return found ?? setTimeout(100).then(() => mailed(what))
  }
  return {
    ...given,
    client,
    app: visitor,
    Task: client.entity('Task'),
    show: (event: object) => console.warn(event),
    showAll: (records: object[]) => console.warn(records),
    password: 'correct horse battery staple',
    otp_code: () => mailed(/\b(\d{6})\b/),
    link_token: () => mailed(/#token=(\S+)/),
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
    secret: SECRET,
    request: signedRequest(),
    next: (status: unknown) => (status === 'done' ? 'open' : 'done'),
    draft: { properties: { title: { type: 'string' } }, rls: { read: true } },
    client_id: 'client',
    client_secret: 'secret',
    access_token: 'token',
    isSignedIn: async () => false,
    content: 'Deno.serve(() => new Response("hello"))',
    json_schema: { type: 'object', properties: { title: { type: 'string' } } },
    name: 'Sign in',
    goal: 'People can sign in',
    steps: [{ instruction: 'See “Sign in”' }],
  }
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** As a webhook sends it. */
function signedRequest(): Request {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'message.completed',
    conversation_id: 'cnv_1',
    data: null,
  })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')
  const mac = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')
  const headers = {
    ...{ 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp },
    'webhook-signature': `v1,${mac}`,
  }
  return new Request('https://hooks.example.com/', { method: 'POST', headers, body })
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
