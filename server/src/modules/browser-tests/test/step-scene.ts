/** One step of an automated test on pages that the test describes. */
import type { FlowStep } from '@atrium/contract/flow-steps'
import { onTestFinished } from 'vitest'
import {
  createFakeBrowsers,
  type FakeNode,
  type FakePage,
  type FakeSite,
} from '../../../ports/browser/test/fake-browser.ts'
import { noModel } from '../../../ports/language-model/none.ts'
import type { LanguageModel, ObjectRequest } from '../../../ports/language-model/port.ts'
import type { CachedAction } from '../steps/cached-action.ts'
import { performStep, type StepContext } from '../steps/perform-step.ts'
import type { StepChoice, StepReader } from '../steps/step-reader.ts'

export const USED_BY = { workspace_id: 'ws_1', app_id: 'app_1', user_id: null }
export const START = 'https://shop.test/'

/** A browser at the first page of a site; a list of nodes is a site of one page. */
export async function openStepScene(
  pages: FakeSite | readonly FakeNode[],
  fields: Partial<Omit<StepContext, 'session'>> = {},
) {
  const site = Array.isArray(pages) ? { '/': { nodes: pages } satisfies FakePage } : (pages as FakeSite)
  const browsers = createFakeBrowsers(site)
  const signal = fields.signal ?? new AbortController().signal
  const secrets = fields.secrets ?? []
  const hosts = ['shop.test', 'pay.test']
  const session = await browsers.open({ hosts, ownOrigins: [], authorization: null, secrets, signal })
  onTestFinished(() => browsers.close())
  await session.goto(START, 1_000)
  browsers.happened.length = 0
  const context: StepContext = {
    session,
    reader: null,
    startUrl: START,
    base: '',
    goal: 'Buy a lamp',
    values: new Map(),
    secrets,
    usedBy: USED_BY,
    cached: null,
    signal,
    ...fields,
  }
  return {
    browsers,
    session,
    context,
    /** What was done on the pages. */
    happened: browsers.happened,
    perform: (step: FlowStep, changes: Partial<StepContext> = {}) =>
      performStep({ ...context, ...changes }, step),
  }
}

export function makeStep(kind: FlowStep['kind'], fields: Partial<FlowStep> = {}): FlowStep {
  return { id: 's1', kind, instruction: 'Do it', params: null, timeout_ms: 300, ...fields }
}

/** As it is kept when a step in words clicked the button “Save”. */
export const CLICK_SAVE: CachedAction = {
  kind: 'act',
  path: null,
  action: 'click',
  expect: null,
  target: { role: 'button', name: 'Save', exact: true },
  role: 'button',
  name: 'Save',
  value: null,
  count: null,
  milliseconds: null,
}

/** Chooses what the test says, and keeps what it was asked. */
export function scriptedReader(
  choose: (request: Parameters<StepReader['read']>[0], times: number) => StepChoice,
  resolvedBy: StepReader['resolvedBy'] = 'rules',
) {
  const asked: Parameters<StepReader['read']>[0][] = []
  const reader: StepReader = {
    resolvedBy,
    plan: async () => [],
    async read(request) {
      if (resolvedBy === 'model') request.onModelCall?.()
      return choose(request, asked.push(request))
    },
  }
  return { reader, asked }
}

/** The ref of the node of this name. */
export function refOf({ snapshot }: Parameters<StepReader['read']>[0], name: string): string {
  return snapshot.nodes.find((node) => node.name === name)?.ref ?? 'nothing'
}

/** A model that gives these values one after the other, and keeps what it was asked. */
export function scriptedModel(...values: unknown[]) {
  const asked: Omit<ObjectRequest<never>, 'schema'>[] = []
  const object = async (request: ObjectRequest<never>) => {
    const value = values[asked.push(request) - 1]
    if (value instanceof Error) throw value
    return { value, usage: { input_tokens: 1, output_tokens: 1 } }
  }
  const model: LanguageModel = {
    ...noModel(),
    ...{ name: 'scripted', isAvailable: true },
    object: object as unknown as LanguageModel['object'],
  }
  return { model, asked }
}
