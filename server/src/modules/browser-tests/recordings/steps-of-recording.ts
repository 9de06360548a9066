/** What a person did, as the steps of a test. */
import { isDeepStrictEqual } from 'node:util'
import { MAX_FLOW_STEPS, type SentStep } from '@atrium/contract/flow-steps'
import type { RecordedAction } from '@atrium/contract/recordings'
import { addressOf, plainTarget, plainText, wordsOf } from './recorded-target.ts'
import { type KeptAction, stepOf } from './step-of-action.ts'

export interface RecordedSteps {
  /** Null while nothing was recorded. */
  start_url: string | null
  steps: SentStep[]
  dropped: number
}

export function recordedSteps(actions: readonly RecordedAction[]): RecordedSteps {
  const kept: KeptAction[] = []
  let start: URL | null = null
  for (const [n, action] of actions.entries()) {
    const one = keptAction(action)
    if (!one) continue
    start ??= one.url
    if (one.type !== 'navigate') add(kept, one)
    else if (action.by_address && !isLeaving(actions[n - 1])) {
      if (kept.length === 0) start = one.url
      else add(kept, one)
    }
  }
  const signedIn = withTestUser(kept)
  return {
    start_url: start === null ? null : addressOf(start),
    steps: signedIn.slice(0, MAX_FLOW_STEPS).map((one) => stepOf(one, start)),
    dropped: Math.max(0, kept.length - MAX_FLOW_STEPS),
  }
}

/** The page before said that it goes somewhere by itself. */
function isLeaving(action: RecordedAction | undefined): boolean {
  return action?.type === 'navigate' && action.value === 'leaving'
}

/** Null for what no step can do: an address that is no page, an action on nothing. */
function keptAction({ type, url, target, value, is_secret }: RecordedAction): KeptAction | null {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return null
  if (addressOf(parsed).length > LONGEST_ADDRESS) return null
  const found = target ? plainTarget(target) : null
  if (!found && type !== 'navigate' && type !== 'press') return null
  if ((type === 'select' || type === 'upload') && !value) return null
  if (type === 'press' && !KEY.test(value ?? '')) return null
  return {
    ...{ type, url: parsed, target: found },
    value: plainText(value ?? '', LONGEST_VALUE),
    is_secret: is_secret ?? false,
  }
}

const LONGEST_ADDRESS = 2_048
const LONGEST_VALUE = 10_000
/** One key, with others held down: `Control+Enter`. */
const KEY = /^[A-Za-z0-9+]{1,30}$/
const ENTERING: readonly RecordedAction['type'][] = ['fill', 'select', 'check', 'uncheck', 'upload']
/** Where a click does nothing but go there. */
const TEXT_ROLES: readonly (string | undefined)[] = ['textbox', 'searchbox']

function add(kept: KeptAction[], one: KeptAction): void {
  const last = kept.at(-1)
  const isSameField = last !== undefined && isDeepStrictEqual(last.target, one.target)
  // The click only gave the field the focus, and so will the step.
  const isEntering =
    ENTERING.includes(one.type) || (one.type === 'press' && TEXT_ROLES.includes(one.target?.role))
  const isFocus = last?.type === 'click' && isEntering && isSameField
  const isTypedOn = last?.type === 'fill' && one.type === 'fill' && isSameField
  const isPassedBy = last?.type === 'navigate' && one.type === 'navigate'
  if (isFocus || isTypedOn || isPassedBy) kept.pop()
  // A click into the field, and then typing goes on.
  if (isFocus && one.type === 'fill') add(kept, one)
  else kept.push(one)
}

const PASSWORD = '{{test_user.password}}'
const EMAIL = '{{test_user.email}}'
const NO_PASSWORD = /\b(card|cvc|cvv|security code|one.?time|code|pin|iban)\b/i
const LOGIN = /e-?mail|user.?name|log.?in/i
/** Goes by the first @ alone: anybody with the key chooses the value, and very many of them would cost very much. */
const ADDRESS = /^[^\s@]+@\S+$/
/** How many steps before the password, or after it, the email may be: there may be a button between them. */
const NEXT_TO = 3

/** What somebody signs in with is that of the user whom each run makes; other secrets are named after their field. */
function withTestUser(kept: readonly KeptAction[]): KeptAction[] {
  const filled = kept.map((one) => (one.is_secret ? { ...one, value: secretOf(one) } : one))
  filled.forEach(({ value }, at) => {
    if (value !== PASSWORD) return
    const near = [...filled.slice(Math.max(0, at - NEXT_TO), at).reverse(), ...filled.slice(at + 1, at + 2)]
    const email = near.find((one) => one.type === 'fill' && !one.is_secret && isLogin(one))
    if (email) email.value = EMAIL
  })
  return filled
}

function isLogin({ target, value }: KeptAction): boolean {
  return ADDRESS.test(value) || LOGIN.test(wordsOf(target))
}

function secretOf({ target }: KeptAction): string {
  const words = wordsOf(target)
  if (!NO_PASSWORD.test(words)) return PASSWORD
  const name = words
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60)
  // Names of secrets begin with no digit.
  return `{{secrets.${/^\d/.test(name) ? '_' : ''}${name || 'CODE'}}}`
}
