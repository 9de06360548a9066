/** An app with workflows that a test makes up, a receiver for what they call, and the people around it. */
import type { IncomingMessage } from 'node:http'
import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import type { WorkflowRun } from '@atrium/contract/workflow-runs'
import type { Static } from 'typebox'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { type Receiver, receiveHttp } from '../../../../test/receivers.ts'
import { useApp } from '../../../../test/use-app.ts'
import type { Overrides } from '../../../app.ts'
import type { Config } from '../../../settings/config.ts'

export type Run = Static<typeof WorkflowRun>
type Tasks = WorkflowDefinition['do']

export interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** What the receiver says; null leaves the caller waiting. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown } | null

export interface WorkflowScene {
  app: TestApp
  owner: Person
  viewer: Person
  shop: { id: string }
  /** Everything that was sent to the receiver in this test. */
  received: Received[]
  /** Where the receiver is. */
  sink(path?: string): string
  /** How the receiver answers in this test, in place of `{}`. */
  reply(how: (request: Received, count: number) => Reply | Promise<Reply>): void
  define(definition: WorkflowDefinition | Tasks, fields?: object): Promise<string>
  start(workflowId: string, body?: object): Promise<string>
  read(workflowId: string, runId: string): Promise<Run>
  /** When it has come that far. */
  until(workflowId: string, runId: string, isThere: (run: Run) => boolean): Promise<Run>
  /** Defines, starts and waits for the end. */
  run(definition: WorkflowDefinition | Tasks, input?: unknown): Promise<Run>
}

export const hasEnded = ({ completed_at }: Run) => completed_at !== null

export function useWorkflows(config: Partial<Config> = {}, overrides: Overrides = {}): WorkflowScene {
  let receiver: Receiver
  let how: Parameters<WorkflowScene['reply']>[0] = () => ({})
  // Before the server, so that it outlives it.
  beforeAll(async () => {
    receiver = await receiveHttp(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = '', url = '', headers } = request
      const got = { method, url, headers, body: Buffer.concat(chunks).toString() }
      scene.received.push(got)
      const reply = await how(got, scene.received.length)
      if (!reply) return
      const { status = 200, headers: more = {}, body = {} } = reply
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const app = useApp(
    { role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'], ...config },
    { lookEveryMs: 25, ...overrides },
  )
  const scene = {
    app,
    received: [] as Received[],
    sink: (path = '/') => `http://127.0.0.1:${receiver.port}${path}`,
    reply(reply) {
      how = reply
    },
    async define(definition, fields = {}) {
      const whole = 'do' in definition ? definition : { do: definition }
      const { id } = await app
        .as(scene.owner)
        .workflows.create(
          { app_id: scene.shop.id },
          { name: 'A workflow', definition: whole, trigger: { type: 'manual' }, ...fields },
        )
      return id
    },
    async start(workflow_id, body = {}) {
      const at = { app_id: scene.shop.id, workflow_id }
      return (await app.as(scene.owner).workflows.run(at, body)).run_id
    },
    read: (workflow_id, run_id) =>
      app.as(scene.owner).runs.read({ app_id: scene.shop.id, workflow_id, run_id }),
    async until(workflowId, runId, isThere) {
      for (;;) {
        const run = await scene.read(workflowId, runId)
        if (isThere(run)) return run
        await new Promise((resolve) => setTimeout(resolve, 15))
      }
    },
    async run(definition, input = {}) {
      const id = await scene.define(definition)
      return scene.until(id, await scene.start(id, { input }), hasEnded)
    },
  } as WorkflowScene // the people and the app are there before the first test
  beforeAll(async () => {
    scene.owner = await app.make.person('owner')
    scene.viewer = await app.make.person('viewer', { id: scene.owner.workspace_id })
  })
  beforeEach(async () => {
    scene.shop = await app.make.app(scene.owner)
    scene.received.length = 0
    how = () => ({})
  })
  afterAll(() => receiver.close())
  return scene
}

/** The steps of a run by what became of them. */
export const outline = ({ steps }: Run) =>
  steps.map(({ id, status, attempt }) => `${id} ${status} ${attempt}`)
