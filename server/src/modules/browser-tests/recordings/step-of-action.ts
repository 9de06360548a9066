import type { SentStep, StepParams, Target } from '@atrium/contract/flow-steps'
import type { RecordedAction } from '@atrium/contract/recordings'
import { addressOf, cut, wordsOf } from './recorded-target.ts'

/** An action that becomes a step, unless a later one makes it needless. */
export interface KeptAction {
  type: RecordedAction['type']
  url: URL
  target: Target | null
  value: string
  is_secret: boolean
}

/** The step that does it again, in words and exactly. Paths are taken from where the recording began. */
export function stepOf(one: KeptAction, start: URL | null): SentStep {
  const { type, url, target, value } = one
  if (type === 'navigate') {
    const whole = addressOf(url)
    // Two slashes would begin another host.
    const isPath = url.origin === start?.origin && !url.pathname.startsWith('//')
    const path = isPath ? whole.slice(url.origin.length) : whole
    return { kind: 'navigate', instruction: `Open ${quoted(path)}`, params: { path } }
  }
  const at = target ? { target } : {}
  const act = (instruction: string, more: StepParams = {}): SentStep => ({
    kind: 'act',
    instruction,
    params: { action: type, ...at, ...more },
  })
  const place = nameOf(target)
  switch (type) {
    case 'click':
      return act(`Click ${place}`)
    case 'fill':
      return act(value === '' ? `Clear ${place}` : `Type ${typed(value)} into ${place}`, { value })
    case 'select':
      return act(`Choose ${quoted(value)} in ${place}`, { value })
    case 'check':
      return act(`Check ${place}`)
    case 'uncheck':
      return act(`Uncheck ${place}`)
    case 'press':
      return act(target ? `Press ${value} in ${place}` : `Press ${value}`, { value })
    case 'upload':
      return act(`Upload ${quoted(value)} to ${place}`, { file: { name: cut(value, 200), content: EMPTY } })
  }
}

/** What a file holds is not recorded. */
const EMPTY = 'A file that was recorded without its content.\n'
const LONGEST_WORDS = 80

function nameOf(target: Target | null): string {
  const words = wordsOf(target)
  const name = words === '' ? `the ${target?.role ?? 'element'}` : quoted(words)
  const { nth, test_id, css } = target ?? {}
  if (words === '' && (test_id ?? css) !== undefined) return `the element ${quoted(test_id ?? css ?? '')}`
  if (!nth) return name
  return `the ${ordinal(nth + 1)} ${name.replace(/^the /, '')}`
}

function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

function typed(value: string): string {
  return /^\{\{.*\}\}$/.test(value) ? value : quoted(value)
}

function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return `“${line.length > LONGEST_WORDS ? `${cut(line, LONGEST_WORDS)}…` : line}”`
}
