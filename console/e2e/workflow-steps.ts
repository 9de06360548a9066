/** What the tests of workflows share. */
import type { Client, WorkflowDefinition } from '@atrium/sdk'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Console } from './console.ts'

/** Of the demo company; called Orders. */
export const APP = 'app_demo_orders'

export const workflowsPath = ({ workspaceId }: Console, rest = '') =>
  `/w/${workspaceId}/apps/${APP}/workflows${rest}`

/** Steps that need nothing else. */
export const SETS: WorkflowDefinition = { do: [{ one: { set: { a: 1 } } }, { two: { set: { b: 2 } } }] }

export const FAILS: WorkflowDefinition = {
  do: [
    { first: { set: { a: 1 } } },
    {
      stop: {
        raise: { error: { type: 'https://example.com/full', status: 507, title: 'The store is full' } },
      },
    },
  ],
}

export const ASKS: WorkflowDefinition = {
  do: [
    {
      ask: {
        listen: { to: { one: { with: { type: 'approval', data: { message: 'Pay 250 to Ada?' } } } } },
      },
    },
    { after: { set: { done: true } } },
  ],
}

export const LOOPS: WorkflowDefinition = {
  do: [
    { all: { for: { each: 'item', in: '${ [1, 2, 3] }' }, do: [{ note: { set: { item: '${ $item }' } } }] } },
  ],
}

/** A workflow that is started by hand. */
export async function makeWorkflow(
  api: Client,
  name: string,
  definition: WorkflowDefinition = SETS,
  more: object = {},
): Promise<string> {
  const trigger = { type: 'manual' as const }
  return (await api.workflows.create({ app_id: APP }, { name, definition, trigger, ...more })).id
}

export async function startRun(api: Client, workflow_id: string, app_id = APP): Promise<string> {
  return (await api.workflows.run({ app_id, workflow_id }, {})).run_id
}

interface RunPlace {
  app_id?: string
  workflow_id: string
  run_id: string
}

/** Waits until a run is as it should be; also before the first test, where `eventually` cannot. */
export async function reached(api: Client, at: RunPlace, status: string) {
  await vi.waitFor(
    async () => expect((await api.runs.read({ app_id: APP, ...at })).status).toBe(status),
    SOON,
  )
}

/** Waits until a step of a run waits for somebody. */
export async function waits(api: Client, at: RunPlace) {
  await vi.waitFor(async () => {
    const { steps } = await api.runs.read({ app_id: APP, ...at })
    expect(steps.map(({ status }) => status)).toContain('waiting')
  }, SOON)
}

const SOON = { timeout: 15_000, interval: 50 }

/** A run that has come to an end, whatever it is. */
export async function ranTo(api: Client, workflow_id: string, status: string): Promise<string> {
  const run_id = await startRun(api, workflow_id)
  await reached(api, { workflow_id, run_id }, status)
  return run_id
}

/** A step in the drawing. */
export const box = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Step ${name}\\b`) })

/** The form of a step. */
export const panel = (page: Page, name: string) =>
  page.getByRole('region', { name: `Step ${name}`, exact: true })

export const text = (page: Page) => page.getByRole('textbox', { name: 'Definition as JSON' })

export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

/** The link to a part of the workflow; not to one of the app. */
export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parts of (?!Orders)/ }).getByRole('link', { name })
