/** What the steps of a test do, in words. */
import { type FlowStep, MAX_FLOW_STEPS } from '@atrium/sdk'

export type StepKind = FlowStep['kind']
export type StepParams = NonNullable<FlowStep['params']>
export type Target = NonNullable<StepParams['target']>
export type PageAction = NonNullable<StepParams['action']>
export type Expectation = NonNullable<StepParams['expect']>

export const KINDS: Record<StepKind, string> = {
  navigate: 'Open a page',
  act: 'Do something',
  assert: 'Check something',
  extract: 'Remember a text',
  wait: 'Wait',
}

export const ACTIONS: Record<PageAction, string> = {
  click: 'Click',
  double_click: 'Double-click',
  fill: 'Type into',
  select: 'Choose in',
  check: 'Tick',
  uncheck: 'Untick',
  press: 'Press a key in',
  hover: 'Point at',
  upload: 'Upload a file to',
}

export const EXPECTATIONS: Record<Expectation, string> = {
  visible: 'It is seen',
  hidden: 'It is not seen',
  text: 'It has the text',
  value: 'It holds the value',
  enabled: 'It is enabled',
  disabled: 'It is disabled',
  checked: 'It is ticked',
  unchecked: 'It is not ticked',
  count: 'There are so many',
  url: 'The address is',
  title: 'The title is',
}

/** How an element is found. */
export const FINDERS = {
  role: 'Role and name',
  label: 'Label',
  placeholder: 'Placeholder',
  text: 'Text',
  test_id: 'Test id',
  css: 'CSS selector',
} as const
export type Finder = keyof typeof FINDERS

export const idsOf = <Id extends string>(words: Record<Id, unknown>) => Object.keys(words) as Id[]

export const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([id, label]) => ({ id, label }))

export const countSteps = ({ length }: readonly unknown[]) => (length === 1 ? '1 step' : `${length} steps`)

/** Of a recording: what was done after its steps were as many as a test can have. */
export const describeDropped = (count: number) =>
  `${count} more did not fit: a test has at most ${MAX_FLOW_STEPS} steps.`

/** What stands in a target that was not filled in yet is left out. */
export function describeTarget(target: Target): string {
  const { role, name, label, placeholder, text, test_id, css, nth } = target
  const which = nth === undefined ? '' : ` (number ${nth + 1})`
  if (role) return `${role}${name ? ` “${name}”` : ''}${which}`
  if (label) return `the field “${label}”${which}`
  if (placeholder) return `the field with “${placeholder}” in it${which}`
  if (text) return `“${text}”${which}`
  if (test_id) return `the test id ${test_id}${which}`
  return `${css ?? 'something'}${which}`
}

export function describeAction(action: PageAction, target: Target | null, value: string | null): string {
  const where = target ? describeTarget(target) : 'the page'
  if (action === 'fill') return `Type ${quoted(value)} into ${where}`
  if (action === 'select') return `Choose ${quoted(value)} in ${where}`
  if (action === 'press') return `Press ${value ?? 'a key'}${target ? ` in ${where}` : ''}`
  return `${ACTIONS[action]} ${where}`
}

/** What a step does exactly, as one line. */
export function describeParams(kind: StepKind, params: StepParams): string {
  const { path, action, target, value = null, expect = 'visible', count, as, milliseconds } = params
  const where = target ? describeTarget(target) : 'the page'
  switch (kind) {
    case 'navigate':
      return `Open ${path ?? '/'}`
    case 'act':
      return describeAction(action ?? 'click', target ?? null, value)
    case 'extract':
      return `Remember the text of ${where}${as ? ` as {{${as}}}` : ''}`
    case 'wait':
      if (milliseconds !== undefined) return `Wait ${milliseconds} ms`
      return `Wait for ${value === null ? where : quoted(value)}`
    case 'assert':
      return describeCheck(expect, where, value, count)
  }
}

function describeCheck(expect: Expectation, where: string, value: string | null, count?: number): string {
  switch (expect) {
    case 'url':
      return `The address is ${quoted(value)}`
    case 'title':
      return `The title is ${quoted(value)}`
    case 'text':
      return `${capital(where)} has the text ${quoted(value)}`
    case 'value':
      return `${capital(where)} holds ${quoted(value)}`
    case 'count':
      return `There are ${count ?? 0} of ${where}`
    default:
      return `${capital(where)}${EXPECTATIONS[expect].replace(/^It/, '')}`
  }
}

const quoted = (value: string | null) => (value === null ? 'something' : `“${value}”`)
const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())
