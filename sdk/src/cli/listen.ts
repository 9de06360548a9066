/** `atrium webhooks listen`: shows what a webhook is sent, on this machine, for as long as it runs. */
import { type Client, createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import { verifyWebhook, WebhookVerificationError } from '../verify-webhook.ts'
import { explain } from './explain.ts'
import { type Flag, flag } from './flags.ts'
import { untilInterrupted } from './following.ts'
import { forward } from './forward.ts'
import type { Typed } from './own-command.ts'
import { jsonLine, visible } from './print.ts'
import { type ReceivedRequest, startReceiver } from './receiver.ts'
import type { Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const PORT_FLAG = flag('port', {
  type: 'integer',
  description: 'Where to listen on this machine; 0 takes any free one',
  default: 8788,
})
const SECRET_FLAG = flag('secret', { type: 'string', description: 'Checks signatures with it: whsec_…' })
const AGENT_FLAG = flag('agent', {
  type: 'string',
  description: 'Makes a webhook of this agent that leads here, and deletes it at the end',
})
const FORWARD_FLAG = flag('forward', {
  type: 'string',
  description: 'Sends each delivery on to this address and answers as that does',
})
const STATUS_FLAG = flag('status', {
  type: 'integer',
  description: 'The status to answer with; 500 shows retries',
  default: 200,
})

export const LISTEN_FLAGS: readonly Flag[] = [PORT_FLAG, SECRET_FLAG, AGENT_FLAG, FORWARD_FLAG, STATUS_FLAG]
const DELETE_MS = 5_000

/** Listens until it is interrupted. */
export async function listen({ terminal, connection, values, format }: Typed): Promise<string> {
  const { port, agent_id, forward_to, status, ...wishes } = readWishes(values)
  const interrupted = untilInterrupted(terminal)
  let secret = wishes.secret
  const receiver = await startReceiver(port, async (request) => {
    const answered = forward_to === null ? status : await forward(terminal, request, forward_to)
    const shown = { ...(await check(request, secret)), status: answered }
    terminal.stdout.write(format === 'json' ? jsonLine(shown) : lineOf(shown))
    return answered
  })
  try {
    terminal.stderr.write(`Listening at ${receiver.url}; Ctrl+C ends it.\n`)
    if (agent_id === null) await interrupted
    else {
      const client = createClient(connection)
      const webhook = await subscribe(client, agent_id, receiver.url)
      secret = webhook.secret ?? null
      await whileSubscribed(client, { agent_id, webhook_id: webhook.id }, terminal, interrupted)
    }
  } finally {
    await receiver.close()
  }
  return ''
}

function readWishes(values: ReadonlyMap<Flag, unknown>) {
  const text = (wanted: Flag) => String(values.get(wanted) ?? '') || null
  const whole = (wanted: Flag, least: number, most: number) => {
    const value = Number(values.get(wanted) ?? wanted.schema.default)
    if (value >= least && value <= most) return value
    throw new UsageError(`--${wanted.name} is a number from ${least} to ${most}, not ${value}.`)
  }
  const secret = text(SECRET_FLAG)
  const agent_id = text(AGENT_FLAG)
  const forward_to = text(FORWARD_FLAG)
  if (secret && agent_id) throw new UsageError('--agent brings its own secret; leave --secret out.')
  if (forward_to && values.has(STATUS_FLAG))
    throw new UsageError('--forward answers as the other does; leave --status out.')
  if (forward_to && !isHttp(forward_to))
    throw new UsageError(`"${forward_to}" is not an address; write it as http://127.0.0.1:3000/hooks.`)
  const [port, status] = [whole(PORT_FLAG, 0, 65_535), whole(STATUS_FLAG, 200, 599)]
  return { port, status, secret, agent_id, forward_to }
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

async function subscribe(client: Client, agent_id: string, target_url: string) {
  const description = 'atrium webhooks listen'
  const events = ['message.created' as const, 'message.completed' as const]
  try {
    return await client.webhooks.create(
      { agent_id },
      { target_url, events, description, generate_secret: true },
    )
  } catch (error) {
    const isAboutAddress =
      error instanceof ApiError && error.fields.some(({ loc }) => loc.includes('target_url'))
    if (!isAboutAddress) throw error
    throw new Error(
      `The server must not call ${target_url}. On a machine for trying things out, start it with OUTBOUND_ALLOW=127.0.0.0/8.`,
    )
  }
}

type WebhookPath = { agent_id: string; webhook_id: string }

/** Sends a sample first, so that it shows at once whether the server reaches this machine. */
async function whileSubscribed(
  client: Client,
  at: WebhookPath,
  { stderr }: Terminal,
  interrupted: Promise<void>,
) {
  try {
    stderr.write(`Made webhook ${visible(at.webhook_id)} of ${visible(at.agent_id)}.\n`)
    const { status_code, error_type } = await client.webhooks.test(at)
    if (status_code === null)
      stderr.write(`The server does not reach this machine: ${visible(String(error_type))}.\n`)
    await interrupted
  } finally {
    await unsubscribe(client, at)
    stderr.write(`Deleted webhook ${visible(at.webhook_id)}.\n`)
  }
}

async function unsubscribe(client: Client, at: WebhookPath): Promise<void> {
  try {
    await client.webhooks.delete(at, { timeoutMs: DELETE_MS })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return
    throw new Error(`Webhook ${at.webhook_id} is still there and should be deleted. ${explain(error)}`)
  }
}

/** What there is to show of a delivery. */
async function check({ received_at, headers, body }: ReceivedRequest, secret: string | null) {
  const problem = secret === null ? 'no_secret' : await problemOf({ secret, headers, body })
  const event = tryParse(body.toString())
  const { type = null, id = null } = (event ?? {}) as { type?: unknown; id?: unknown }
  return {
    received_at: received_at.toISOString(),
    type,
    event_id: headers['webhook-id'] ?? id,
    delivery_id: headers['x-service-delivery'] ?? null,
    verified: problem === null,
    problem,
    event,
  }
}

async function problemOf(delivery: Parameters<typeof verifyWebhook>[0]): Promise<string | null> {
  try {
    await verifyWebhook(delivery)
    return null
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason
    throw error
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function lineOf({
  received_at,
  type,
  event_id,
  delivery_id,
  problem,
  status,
}: Awaited<ReturnType<typeof check>> & { status: number }): string {
  const verdict = problem === null ? 'verified' : `not verified (${problem})`
  const ids = [type, event_id, delivery_id].map((part) => visible(String(part ?? '-')))
  return `${[received_at.slice(11, 19), ...ids, verdict, `answered ${status}`].join('  ')}\n`
}
