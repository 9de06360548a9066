/** What the pages of fake browsers are made of. */
import { REDACTED } from '../../../platform/text/redact.ts'
import {
  BrowserFailure,
  type BrowserFault,
  type PageAction,
  type PageActionName,
  type PageElement,
  type PageExpectation,
  type PageProblems,
  type PageSnapshot,
  type PageTarget,
  type SessionOptions,
} from '../port.ts'

export interface FakeNode {
  role: string
  name?: string
  /** What a field holds; the text inside of anything else. */
  value?: string
  states?: readonly string[]
  options?: readonly string[]
  /** In addition to role and name; `label` of a field is its name unless it is set. */
  label?: string
  placeholder?: string
  test_id?: string
  /** The selectors that find it. */
  css?: readonly string[]
  depth?: number
  /** There, but not to be seen. */
  hidden?: boolean
  /** Is there from this look at the page on: snapshots, finds and tries are looks, the first is 1. */
  from_look?: number
  /** Is gone after this look. */
  until_look?: number
  /** A click leads there. */
  href?: string
  /** What an action does in addition to filling, choosing or checking the node. */
  does?: Partial<Record<PageActionName, FakeEffect | ((value: string | null) => FakeEffect)>>
}

/** What happens, in this order. */
export interface FakeEffect {
  /** The action is under way until this is kept. */
  until?: Promise<unknown>
  console_errors?: readonly string[]
  failed_requests?: PageProblems['failed_requests']
  /** Names of nodes that go away. */
  hide?: readonly string[]
  show?: readonly FakeNode[]
  /** Values of nodes, by name. */
  set?: Readonly<Record<string, string>>
  title?: string
  goto?: string
  crash?: boolean
}

export interface FakePage {
  title?: string
  nodes?: readonly FakeNode[]
  /** It is not loaded until this is kept. */
  until?: Promise<unknown>
  console_errors?: readonly string[]
  failed_requests?: PageProblems['failed_requests']
  /** It does not load. */
  fault?: BrowserFault
  /** Keys that go to the page, by name such as `Escape`. */
  keys?: Readonly<Record<string, FakeEffect>>
}

/** By path with query, or by whole address; a function makes it when it is opened. Others are a page "Not found". */
export type FakeSite = Record<string, FakePage | (() => FakePage)>

export interface LiveNode extends FakeNode {
  value: string
  states: string[]
}

const FIELDS = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'spinbutton',
  'slider',
])
export const live = (node: FakeNode): LiveNode => ({
  ...node,
  value: node.value ?? '',
  states: [...(node.states ?? [])],
})

export function notFound({ href }: URL): FakePage {
  return {
    title: 'Not found',
    nodes: [{ role: 'heading', name: 'Not found' }],
    failed_requests: [{ method: 'GET', url: href, status: 404, error: null }],
  }
}

export function isAllowed(to: URL, { hosts, ownOrigins }: SessionOptions): boolean {
  const fits = (host: string) =>
    host.startsWith('*.') ? to.hostname.endsWith(host.slice(1)) : host === to.host || host === to.hostname
  return ownOrigins.includes(to.origin) || hosts.some(fits)
}

export function mask(text: string, { secrets }: SessionOptions): string {
  return secrets.reduce((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, REDACTED)), text)
}

export function change(node: LiveNode, { action, value, file }: PageAction): void {
  const isOption = node.options?.includes(value ?? '') ?? false
  if (action === 'select' && !isOption)
    throw new BrowserFailure('timed_out', `There is no option "${value}".`)
  if (action === 'fill' || action === 'select') node.value = value ?? ''
  if (action === 'upload') node.value = file?.name ?? ''
  const turns = action === 'click' && (node.role === 'checkbox' || node.role === 'switch')
  const isOn = turns ? !node.states.includes('checked') : action === 'check'
  if (turns || action === 'check' || action === 'uncheck')
    node.states = [...node.states.filter((one) => one !== 'checked'), ...(isOn ? ['checked'] : [])]
}

/** A field shows what it holds, anything else its name and what stands in it. */
export const textOf = ({ role, name = '', value }: LiveNode) =>
  FIELDS.has(role) ? value : [name, value].filter((part) => part !== '').join(' ')

export function matching(nodes: readonly LiveNode[], target: PageTarget): LiveNode[] {
  const { role, name, label, placeholder, text, test_id, css, exact = false, nth } = target
  if (css?.startsWith('[[')) throw new BrowserFailure('invalid', `${css} is no selector.`)
  const fits = (wanted: string | undefined, actual: string | undefined) =>
    wanted === undefined ||
    (actual !== undefined &&
      (exact ? actual === wanted : actual.toLowerCase().includes(wanted.toLowerCase())))
  const found = nodes.filter(
    (node) =>
      (role === undefined || (node.role === role && !node.hidden && fits(name, node.name ?? ''))) &&
      (label === undefined || (FIELDS.has(node.role) && fits(label, node.label ?? node.name))) &&
      fits(placeholder, node.placeholder) &&
      (text === undefined || (!FIELDS.has(node.role) && fits(text, textOf(node)))) &&
      (test_id === undefined || node.test_id === test_id) &&
      (css === undefined || (node.css?.includes(css) ?? false)),
  )
  return nth === undefined ? found : found.slice(nth, nth + 1)
}

export function targetOf(nodes: readonly LiveNode[], node: LiveNode): PageTarget {
  const target: PageTarget = {
    role: node.role,
    ...(node.name !== undefined && { name: node.name, exact: true }),
  }
  const same = matching(nodes, target)
  return same.length > 1 ? { ...target, nth: same.indexOf(node) } : target
}

export const described = (target: PageTarget) => JSON.stringify(target)

export const elementOf = ({ role, name = '' }: LiveNode, options: SessionOptions): PageElement => ({
  role,
  name: mask(name, options),
})

export function snapshotOf(
  url: string,
  title: string,
  refs: ReadonlyMap<string, LiveNode>,
  clean: (text: string) => string,
): PageSnapshot {
  const nodes = [...refs].map(([ref, { role, name = '', value, states, options = [], depth = 0 }]) => ({
    ...{ ref, role, name: clean(name), depth, states: [...states], options },
    value: value === '' ? null : clean(value),
  }))
  const lines = nodes.map(({ ref, role, name, depth, value, states }) =>
    [
      `${'  '.repeat(depth)}- ${role} ${JSON.stringify(name)}`,
      ...states.map((one) => `[${one}]`),
      `[ref=${ref}]${value === null ? '' : `: ${value}`}`,
    ].join(' '),
  )
  return { url, title, nodes, text: lines.join('\n') }
}

export function judge(
  page: { url: string; title: string; nodes: readonly LiveNode[] },
  { expect, target, value, count }: PageExpectation,
): { holds: boolean; actual: string } {
  const has = (text: string) => text.toLowerCase().includes((value ?? '').toLowerCase())
  if (expect === 'url') return { holds: page.url.includes(value ?? ''), actual: page.url }
  if (expect === 'title') return { holds: has(page.title), actual: page.title }
  const all = target ? matching(page.nodes, target) : page.nodes.filter((node) => has(textOf(node)))
  const seen = all.filter(({ hidden }) => !hidden)
  if (expect === 'count') return { holds: all.length === count, actual: String(all.length) }
  if (expect === 'hidden')
    return { holds: seen.length === 0, actual: seen.length === 0 ? 'hidden' : 'visible' }
  const [node] = seen
  if (!node) return { holds: false, actual: target ? 'not on the page' : 'The page does not show the text.' }
  if (expect === 'visible') return { holds: true, actual: 'visible' }
  if (expect === 'text') return { holds: seen.some((one) => has(textOf(one))), actual: textOf(node) }
  if (expect === 'value') return { holds: node.value === value, actual: node.value }
  const word = expect === 'enabled' || expect === 'disabled' ? 'disabled' : 'checked'
  const isSet = node.states.includes(word)
  return {
    holds: isSet === (expect === word),
    actual: isSet ? word : word === 'disabled' ? 'enabled' : 'unchecked',
  }
}
