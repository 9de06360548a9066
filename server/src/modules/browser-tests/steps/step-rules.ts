/** What the `params` of a step may say together. */
import type { FlowStep, StepParams, Target } from '@atrium/contract/flow-steps'

type Param = keyof StepParams
type Action = NonNullable<StepParams['action']>
type Expectation = NonNullable<StepParams['expect']>

/** What is needed, and what may come along. */
interface Form {
  needs: readonly Param[]
  may: readonly Param[]
}

export interface Fault {
  place: readonly (string | number)[]
  type: 'missing' | 'value_error'
  message: string
}

/** Ways to name an element, of which a target has one. */
const WAYS = ['role', 'label', 'placeholder', 'text', 'test_id', 'css'] as const

const ON_ELEMENT: Form = { needs: ['target'], may: [] }
const WITH_VALUE: Form = { needs: ['target', 'value'], may: [] }
const OF_PAGE: Form = { needs: ['value'], may: [] }

const ACTIONS: Record<Action, Form> = {
  click: ON_ELEMENT,
  double_click: ON_ELEMENT,
  fill: WITH_VALUE,
  select: WITH_VALUE,
  check: ON_ELEMENT,
  uncheck: ON_ELEMENT,
  press: { needs: ['value'], may: ['target'] },
  hover: ON_ELEMENT,
  upload: { needs: ['target', 'file'], may: [] },
}

const EXPECTED: Record<Expectation, Form> = {
  visible: ON_ELEMENT,
  hidden: ON_ELEMENT,
  text: { needs: ['value'], may: ['target'] },
  value: WITH_VALUE,
  enabled: ON_ELEMENT,
  disabled: ON_ELEMENT,
  checked: ON_ELEMENT,
  unchecked: ON_ELEMENT,
  count: { needs: ['target', 'count'], may: [] },
  url: OF_PAGE,
  title: OF_PAGE,
}

/** The kind that params speak of by themselves; null when they leave it open. */
export function kindOfParams(params: StepParams): FlowStep['kind'] | null {
  if (params.action !== undefined || params.file !== undefined) return 'act'
  if (params.path !== undefined) return 'navigate'
  if (params.as !== undefined) return 'extract'
  if (params.milliseconds !== undefined) return 'wait'
  return params.expect !== undefined || params.count !== undefined ? 'assert' : null
}

/** What contradicts itself, at the places within `params`. */
export function faultsOfParams(kind: FlowStep['kind'], params: StepParams): Fault[] {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [name as Param],
  )
  const { needs, may } = formOf(kind, params)
  const allowed = new Set<Param>([...needs, ...may])
  return [
    ...needs
      .filter((name) => !given.includes(name))
      .map((name): Fault => ({ place: [name], type: 'missing', message: 'Field required' })),
    ...given
      .filter((name) => !allowed.has(name))
      .map((name) => fault([name], `${name} does not belong to ${subjectOf(kind, params)}`)),
    ...(kind === 'wait' ? waitFaults(given) : []),
    ...(params.path === undefined ? [] : pathFaults(params.path)),
    ...(params.target === undefined ? [] : targetFaults(params.target)),
  ]
}

function formOf(kind: FlowStep['kind'], { action, expect }: StepParams): Form {
  if (kind === 'navigate') return { needs: ['path'], may: [] }
  // Without a target the instruction says where it stands.
  if (kind === 'extract') return { needs: ['as'], may: ['target'] }
  if (kind === 'wait') return { needs: [], may: ['milliseconds', 'target', 'value'] }
  if (kind === 'assert') return withParam('expect', EXPECTED[expect ?? 'visible'])
  // Without an action only that is missing: what else is needed depends on it.
  if (action === undefined) return { needs: ['action'], may: ['target', 'value', 'file'] }
  return withParam('action', ACTIONS[action])
}

function withParam(name: Param, { needs, may }: Form): Form {
  return { needs, may: [...may, name] }
}

function subjectOf(kind: FlowStep['kind'], { action, expect }: StepParams): string {
  if (kind === 'act' && action) return `the action ${action}`
  return kind === 'assert' ? `the expectation ${expect ?? 'visible'}` : `a step of the kind ${kind}`
}

function waitFaults(given: readonly Param[]): Fault[] {
  const ways = given.filter((name) => name === 'milliseconds' || name === 'target' || name === 'value')
  return ways.length === 1 ? [] : [fault([], 'Name one of milliseconds, target and value to wait for')]
}

function pathFaults(path: string): Fault[] {
  return isPagePath(path) ? [] : [fault(['path'], 'Name a path of the app, or an address with http or https')]
}

/** Whether it leads to a page: code and files of the machine have addresses too. */
export function isPagePath(path: string): boolean {
  const url = URL.parse(path, 'https://app.invalid/')
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

function targetFaults(target: Target): Fault[] {
  const ways = WAYS.filter((way) => target[way] !== undefined)
  return [
    ...(ways.length === 1
      ? []
      : [
          fault(['target'], `Name the element by one of ${WAYS.join(', ')}${ways.length > 1 ? ' only' : ''}`),
        ]),
    ...(target.name !== undefined && target.role === undefined
      ? [fault(['target', 'name'], 'A name goes with a role')]
      : []),
  ]
}

function fault(place: Fault['place'], message: string): Fault {
  return {
    place,
    type: 'value_error',
    message: `Value error, ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  }
}
