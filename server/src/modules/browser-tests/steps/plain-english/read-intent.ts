import type { Instruction, Intent } from './intent.ts'
import { lexWords, type Token } from './lexer.ts'
import { OBJECT_NOUNS } from './nouns.ts'
import { readAbility } from './read-ability.ts'
import { DENIED, readClaim } from './read-claim.ts'
import { readWait } from './read-wait.ts'
import { readWays } from './read-ways.ts'
import {
  conditionAt,
  fronted,
  negationAt,
  secondStepAt,
  withLabelBehind,
  withoutFillers,
  withoutPast,
} from './sentence.ts'
import { keyNamed, PLAIN_KEYS, type Verb, verbAt } from './verbs.ts'
import { inActiveVoice } from './voice.ts'

/** What the sentence asks for. `isClaim`: the step is known to expect something, so that "check" means to verify. */
export function readIntent(text: string, isClaim: boolean): Instruction {
  const tokens = withLabelBehind(withoutPast(withoutFillers(lexWords(text))))
  const front = fronted(tokens)
  const said = front?.rest ?? tokens
  const rest = isClaim ? said : inActiveVoice(said)
  return { text, tokens: rest, intent: intentOf(rest, isClaim), within: front?.within ?? null }
}

const TWO_STEPS = 'It asks for two things; make each a step of its own.'
const NOT_DONE = 'It says what must not be done; a step says what to do.'

function intentOf(tokens: readonly Token[], isClaim: boolean): Intent {
  if (tokens.length === 0) return unclear('It says nothing.')
  if (conditionAt(tokens))
    return unclear('It depends on something else; say what to do, and nothing but that.')
  if (secondStepAt(tokens) !== null) return unclear(TWO_STEPS)
  const negation = negationAt(tokens, 0)
  if (negation > 0) return negativeIntent(tokens, tokens.slice(negation))
  const found = verbAt(tokens, 0)
  if (found === null || (isClaim && !CLAIMING.has(found.verb) && found.verb !== 'check')) {
    return withoutVerb(tokens, isClaim)
  }
  const rest = tokens.slice(found.length)
  if (found.verb === 'check' && (isClaim || saysState(rest)))
    return { kind: 'assert', claim: readClaim(rest) }
  if (rest.length === 0 && found.verb !== 'reload' && found.verb !== 'wait') return { kind: 'name' }
  return intentOfVerb(found.verb, tokens, rest)
}

const CLAIMING: ReadonlySet<Verb> = new Set([
  'see',
  'verify',
  'confirm',
  'exists',
  'arrive',
  'wait',
  'extract',
])

/** "Do not click" must never click. */
function negativeIntent(tokens: readonly Token[], rest: readonly Token[]): Intent {
  const ability = readAbility(tokens)
  if (ability !== null) return { kind: 'assert', claim: ability }
  const found = verbAt(rest, 0)
  if (found?.verb === 'see' || found?.verb === 'exists') {
    const what = rest.slice(found.length)
    return what.length === 0
      ? unclear('It does not say what.')
      : { kind: 'assert', claim: readClaim(what, 'negative') }
  }
  return unclear(NOT_DONE)
}

function withoutVerb(tokens: readonly Token[], isClaim: boolean): Intent {
  if (isClaim || saysState(tokens)) return { kind: 'assert', claim: readClaim(tokens) }
  return { kind: 'name' }
}

/** Whether the words say how something is, rather than name it: "the cart is empty". */
function saysState(tokens: readonly Token[]): boolean {
  const claim = readClaim(tokens)
  return (claim !== DENIED && claim.expect !== 'visible') || isSaidVisible(tokens)
}

const VISIBLE = new Set(
  'visible shown displayed present there appears exists appear is are should must listed contains includes shows displays says lists'.split(
    ' ',
  ),
)

function isSaidVisible(tokens: readonly Token[]): boolean {
  return tokens.slice(1).some(({ kind, low }) => kind === 'word' && VISIBLE.has(low))
}

function intentOfVerb(verb: Verb, tokens: readonly Token[], rest: readonly Token[]): Intent {
  switch (verb) {
    case 'visit':
      return visit(rest)
    case 'click':
    case 'double_click':
    case 'hover':
    case 'clear':
    case 'show':
    case 'toggle':
    case 'check':
    case 'uncheck':
      return { kind: verb, what: rest }
    case 'key':
      return pressed(rest)
    case 'fill':
    case 'fill_with':
    case 'choose':
    case 'upload':
    case 'search':
    case 'arrange':
    case 'state':
      return { kind: verb === 'fill_with' ? 'fill' : verb, ways: readWays(verb, rest) }
    case 'appoint':
      return rest.some(({ low }) => low === 'as') && !saysState(tokens)
        ? { kind: 'choose', ways: readWays('choose', rest) }
        : withoutVerb(tokens, false)
    case 'take':
      return taking(rest)
    case 'rate':
      if (rest.some(({ low }) => low === 'as') && rest.some(({ kind }) => kind === 'quoted'))
        return { kind: 'fill', ways: readWays('fill', rest) }
      return { kind: 'choose', ways: [{ value: rest, what: null }] }
    case 'set':
      return setting(rest, tokens)
    case 'see':
    case 'verify': {
      const negation = negationAt(rest, 0)
      // "Make sure not to click": no text that the page could lack.
      if (negation > 0 && rest[negation]?.low === 'to') return unclear(NOT_DONE)
      return { kind: 'assert', claim: readClaim(rest) }
    }
    case 'exists': {
      const isNegative = tokens.slice(0, -rest.length).some(({ low }) => low.endsWith('nt'))
      return { kind: 'assert', claim: readClaim(rest, isNegative ? 'negative' : 'positive') }
    }
    case 'confirm':
      return saysState(rest) ? { kind: 'assert', claim: readClaim(rest) } : { kind: 'name' }
    case 'arrive':
      return arrival(rest)
    case 'wait': {
      const waiting = readWait(rest)
      // "Pause the subscription" is what a button does.
      const isWaiting = waiting.kind === 'wait' || tokens[0]?.low.startsWith('wait')
      return isWaiting ? waiting : { kind: 'name' }
    }
    case 'extract':
      return extraction(rest)
    case 'copy': {
      const extracted = extraction(rest)
      return extracted.kind === 'extract' && extracted.as !== null ? extracted : { kind: 'name' }
    }
    case 'reload':
      return rest.every(({ low }) => PAGE.has(low)) ? { kind: 'navigate', path: null } : { kind: 'name' }
    case 'impossible':
      return unclear(
        `Steps cannot ${tokens[0]?.low ?? ''}; elements are brought into view by themselves when something is done with them.`,
      )
  }
}

const PAGE = new Set(['the', 'this', 'page', 'browser', 'site', 'tab', 'window'])
const START = new Set(
  'home homepage start site app website root front main landing the page of to'.split(' '),
)

function visit(rest: readonly Token[]): Intent {
  const address = rest.find(({ kind, text }) => kind !== 'mark' && isAddress(text))
  const others = rest.filter((word) => word !== address && word.kind !== 'mark')
  if (address !== undefined && others.every(({ low }) => ADDRESS_WORDS.has(low))) {
    return { kind: 'navigate', path: /^www\./i.test(address.text) ? `https://${address.text}` : address.text }
  }
  if (rest[0]?.low === 'back' && rest.length === 1) return { kind: 'name' }
  return { kind: 'visit', what: rest }
}

const ADDRESS_WORDS = new Set(
  'the page at url address path site website app route on to in browser up'.split(' '),
)

/** The start page has no name that a link must have. */
export function isStartPage(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark')
  return (
    words.every(({ kind, low }) => kind === 'word' && START.has(low)) &&
    words.some(({ low }) => /^(?:home|homepage|start|root|front|landing)$/.test(low))
  )
}

/** The address says where one is. */
function arrival(rest: readonly Token[]): Intent {
  const address = rest.find(({ kind, text }) => kind !== 'mark' && isAddress(text))
  if (address === undefined)
    return unclear('Say where by a path such as /home, or what should be seen there.')
  return { kind: 'assert', claim: { expect: 'address', value: address.text } }
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|\/|\{\{[^}]{1,100}\}\}\/|www\.)/i.test(text) && !/\s/.test(text)
}

function pressed(rest: readonly Token[]): Intent {
  const what = rest.filter(({ kind }) => kind !== 'mark')
  const isKey = what.some(({ low }) => low === 'key')
  for (let end = Math.min(5, what.length); end >= 1; end--) {
    const words = what.slice(0, end).filter(({ low }) => !KEY_WORDS.has(low))
    // A quoted name is that of a button, unless "key" is said.
    if (words.length === 0 || (!isKey && words.some(({ kind }) => kind === 'quoted'))) continue
    const key = keyNamed(words.map(({ text }) => text.toLowerCase()).join(' '))
    if (key === null) continue
    const after = what.slice(end)
    const target = after.filter(({ low }) => !KEY_WORDS.has(low))
    const isPurpose = target[0]?.low === 'to' && target.length > 1
    if (target.length === 0 || isPurpose)
      return {
        kind: 'press',
        key,
        isPlain: isKey || PLAIN_KEYS.has(key) || key.includes('+') || key.startsWith('Arrow'),
        what: null,
        name: what.slice(0, end),
      }
    if (KEY_PLACE.has(target[0]?.low ?? ''))
      return { kind: 'press', key, isPlain: true, what: target.slice(1), name: what }
  }
  return isKey ? unclear('It names no key that is known.') : { kind: 'click', what }
}

const KEY_WORDS = new Set(['the', 'key', 'on', 'keyboard', 'your', 'a'])
const KEY_PLACE = new Set(['in', 'inside', 'within', 'while', 'into', 'at'])

function setting(rest: readonly Token[], tokens: readonly Token[]): Intent {
  const last = rest.at(-1)?.low
  const first = tokens[0]?.low ?? ''
  if (/^(?:turn|switch|set)/.test(first) && (last === 'on' || last === 'off')) {
    const what = rest.slice(0, rest.at(-2)?.low === 'to' ? -2 : -1)
    return { kind: last === 'on' ? 'check' : 'uncheck', what }
  }
  // "Make it urgent": a box of that name.
  const object = /^(?:it|this)$/.test(rest[0]?.low ?? '') ? 1 : OBJECT_NOUNS.has(rest[1]?.low ?? '') ? 2 : 0
  if (/^mak/.test(first) && object > 0 && rest.length > object)
    return { kind: 'check', what: rest.slice(object) }
  const ways = readWays('set', rest)
  return ways.length === 0 ? { kind: 'name' } : { kind: 'set', ways }
}

/** "Take the filter off", "take the scarf out of the order": what is ticked is unticked, else it is removed. */
function taking(rest: readonly Token[]): Intent {
  const at = rest.findLastIndex(({ kind, low }) => kind === 'word' && TAKEN.has(low))
  if (at < 1) return { kind: 'name' }
  const isAll = rest.slice(at + 1).every(({ kind, text }) => kind !== 'quoted' && /^[\p{Ll},.]+$/u.test(text))
  return isAll ? { kind: 'take', what: rest.slice(0, at) } : unclear('It is not clear where to take it from.')
}

const TAKEN = new Set(['off', 'out', 'away'])

function extraction(rest: readonly Token[]): Intent {
  const at = rest.findLastIndex(({ kind, low }) => kind === 'word' && (low === 'as' || low === 'into'))
  if (at === -1 || at === 0) return { kind: 'extract', what: rest, as: null }
  const name = rest
    .slice(at + 1)
    .filter(({ kind, low }) => kind !== 'mark' && low !== 'variable' && low !== 'the')
  const as = name.length === 1 ? (name[0]?.text ?? '').replace(/^\{\{\s*|\s*\}\}$/g, '') : ''
  if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(as)) return { kind: 'extract', what: rest, as: null }
  return { kind: 'extract', what: rest.slice(0, at), as }
}

function unclear(reason: string): Intent {
  return { kind: 'unclear', reason }
}
