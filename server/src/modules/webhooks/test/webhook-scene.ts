/** A server that delivers, an endpoint whose answers a test works out, and webhooks from one to the other. */
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { createTestApp } from '../../../../test/app.ts'
import { receiveHttp } from '../../../../test/receivers.ts'
import type { Overrides } from '../../../app.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Config } from '../../../settings/config.ts'
import { recordMessage } from './webhook-rows.ts'

export interface Arrival {
  headers: IncomingHttpHeaders
  body: string
  /** By a clock that only goes forward, in milliseconds. */
  at: number
}

/** The status, or the whole answer; asked once a request, with how many have come to the path. */
export type Answer = (times: number) => Reply | Promise<Reply>
type Reply = number | { status: number; body: string | Buffer }

export interface At {
  agent_id: string
  webhook_id: string
}

type EventType = 'message.created' | 'message.completed'

export type WebhookScene = Awaited<ReturnType<typeof webhookScene>>

export async function webhookScene(config: Partial<Config> = {}, overrides: Overrides = {}) {
  const arrivals = new Map<string, Arrival[]>()
  const answers = new Map<string, Answer>()
  const receiver = await receiveHttp(async (request, response) => {
    const path = request.url ?? ''
    const { headers } = request
    const own = arrivals.get(path) ?? []
    arrivals.set(path, own)
    own.push({ headers, body: await text(request), at: performance.now() })
    const reply = (await answers.get(path)?.(own.length)) ?? 200
    const { status, body } = typeof reply === 'number' ? { status: reply, body: '' } : reply
    response.writeHead(status).end(body)
  })
  const app = await createTestApp(
    {
      role: 'all',
      rate_limits: 'off',
      outbound_allow: ['127.0.0.0/8'],
      webhook_retry_seconds: [0.05, 0.05],
      ...config,
    },
    overrides,
  )
  const owner = await app.make.person('owner')
  const client = app.as(owner)

  return {
    app,
    owner,
    client,
    url: (path: string) => `http://127.0.0.1:${receiver.port}${path}`,
    arrived: (path: string): readonly Arrival[] => arrivals.get(path) ?? [],
    /** 200 unless set otherwise. */
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    /** The webhook of a new agent, with its secret. */
    async webhook(target_url: string, events: EventType[] = ['message.created', 'message.completed']) {
      const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
      const body = { target_url, events, generate_secret: true }
      const { id, secret } = await client.webhooks.create({ agent_id }, body)
      return { at: { agent_id, webhook_id: id }, secret: secret ?? '' }
    },
    /** Stores an event and notifies nobody; returns whether anybody wants it. */
    happen: ({ agent_id }: Pick<At, 'agent_id'>, type: EventType, db: Db = app.atrium.db) =>
      recordMessage(db, agent_id, { type }),
    async close(): Promise<void> {
      await app.stop()
      await receiver.close()
    },
  }
}
