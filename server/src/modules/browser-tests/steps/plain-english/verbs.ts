import type { Token } from './lexer.ts'

/** What the first words of a sentence ask for. */
export type Verb =
  | 'visit'
  | 'click'
  | 'double_click'
  | 'key'
  | 'fill'
  | 'fill_with'
  | 'set'
  | 'clear'
  | 'choose'
  | 'check'
  | 'uncheck'
  | 'toggle'
  | 'hover'
  | 'upload'
  | 'search'
  | 'arrange'
  | 'rate'
  | 'appoint'
  | 'take'
  | 'state'
  | 'see'
  | 'verify'
  | 'confirm'
  | 'exists'
  | 'arrive'
  | 'wait'
  | 'extract'
  | 'copy'
  | 'reload'
  | 'show'
  | 'impossible'

const PHRASES: Readonly<Record<Verb, string>> = {
  visit:
    'open, go to, goto, go back to, go forward to, go on to, go over to, go into, move on to, advance to, continue to, proceed to, visit, navigate to, navigate, browse to, load, head to, head over to, launch, move to, jump to, return to, switch to, switch over to, change to, access, follow',
  click: 'click on, click, tap on, tap, push, activate the, left click on, left click, single click',
  double_click: 'double click on, double click, doubleclick on, doubleclick, double tap on, double tap',
  key: 'press on, press, hit, strike',
  fill: 'type in, type, enter, key in, input, write, put, insert, provide, paste, supply',
  fill_with: 'fill in, fill out, fill, populate, complete',
  set: 'set, change, update, adjust, switch, turn, make, increase, decrease, raise, lower, reduce, correct, replace, modify, amend, bump, overwrite, describe',
  clear: 'clear out, clear, empty, blank',
  choose:
    'choose to, choose, select, pick out, pick, opt for, opt to, decide to, decide for, go for, go with, settle on, settle for',
  check:
    'tick off, tick, check off, check, enable, turn on, switch on, activate, mark, agree to, consent to, opt in to, opt into',
  uncheck:
    'untick, uncheck, disable, turn off, switch off, deactivate, deselect, unselect, unmark, hide, opt out of, clear the checkbox',
  toggle: 'toggle, flip',
  hover:
    'hover over, hover on, hover, move the mouse over, move the mouse to, move the pointer over, mouse over, point at',
  upload: 'upload, attach',
  search: 'search for, search, look up',
  arrange: 'sort, order, group, filter',
  rate: 'give it, give this, give, rate it with, rate it, rate this, rate',
  appoint: 'assign, name, appoint, nominate, designate',
  take: 'take',
  state: 'leave, add, use, state, submit, apply, redeem',
  see: 'see, do you see, can you see, should see, must see, can see, should be able to see, is able to see, notice, observe, view that, should find, should get, should be shown, should have',
  verify:
    'verify, make sure, ensure, assert, validate, expect to see, expect, check that, check if, check whether, check for, see that, see if, see whether, be sure, double check, confirm that, test that, it should be that',
  confirm: 'confirm',
  exists:
    'there is, there are, there should be, there must be, there should, there must, there exists, theres, there has to be, there isnt, there arent, there shouldnt be',
  arrive:
    'should be redirected to, am redirected to, is redirected to, are redirected to, should be taken to, am taken to, is taken to, are taken to, should be sent to, is sent to, should be on, am on, is on, should land on, land on, should arrive at, arrive at, end up on, should be at',
  wait: 'wait, pause, sleep',
  extract:
    'extract, remember, make a note of, take down, keep track of, note down, note, read out, read, store, capture, record, grab, memorise, memorize, write down, take note of, keep',
  copy: 'copy, save',
  reload: 'reload, refresh',
  show: 'show, view, display, expand, collapse, bring up, call up',
  impossible:
    'scroll, drag, swipe, zoom, right click, rightclick, click and hold, long press, draw, resize, listen, solve',
}

/** Words that have one form only. */
const FIXED = new Set(
  'am are do should must can is there theres it double right left single be test doubleclick rightclick goto'.split(
    ' ',
  ),
)

interface Entry {
  words: readonly string[]
  verb: Verb
}

/** By first word; the longest first. */
const ENTRIES: ReadonlyMap<string, readonly Entry[]> = collect()

/** The verb at this place and how many tokens it takes. */
export function verbAt(tokens: readonly Token[], at: number): { verb: Verb; length: number } | null {
  const first = tokens[at]
  if (first?.kind !== 'word') return null
  // "double-click" is one word to the eye and two to the list.
  const [head = '', ...joined] = first.low.split('-')
  for (const { words, verb } of ENTRIES.get(head) ?? []) {
    const glued = joined.every((word, index) => words[index + 1] === word)
    const rest = words.slice(1 + joined.length)
    if (words.length <= joined.length || !glued) continue
    if (rest.every((word, index) => tokens[at + 1 + index]?.low === word)) {
      return { verb, length: 1 + rest.length }
    }
  }
  return null
}

function collect(): Map<string, Entry[]> {
  const entries = new Map<string, Entry[]>()
  for (const [verb, phrases] of Object.entries(PHRASES) as [Verb, string][]) {
    for (const phrase of phrases.split(', ')) {
      const [first = '', ...rest] = phrase.split(' ')
      for (const form of formsOf(first)) {
        entries.set(form, [...(entries.get(form) ?? []), { words: [form, ...rest], verb }])
      }
    }
  }
  for (const list of entries.values()) list.sort((one, other) => other.words.length - one.words.length)
  return entries
}

/** "click", "clicks", "clicking". */
function formsOf(verb: string): string[] {
  if (FIXED.has(verb)) return [verb]
  const third = /(?:s|x|ch|sh|o)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`
  const stem = verb.endsWith('e') && !verb.endsWith('ee') ? verb.slice(0, -1) : verb
  return [...new Set([verb, third, `${stem}ing`, `${stem}${stem.at(-1)}ing`])]
}

/** Keys as browsers name them. */
const KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    enter: 'Enter',
    return: 'Enter',
    escape: 'Escape',
    esc: 'Escape',
    tab: 'Tab',
    space: 'Space',
    spacebar: 'Space',
    'space bar': 'Space',
    backspace: 'Backspace',
    delete: 'Delete',
    del: 'Delete',
    home: 'Home',
    end: 'End',
    'page up': 'PageUp',
    pageup: 'PageUp',
    'page down': 'PageDown',
    pagedown: 'PageDown',
    up: 'ArrowUp',
    down: 'ArrowDown',
    left: 'ArrowLeft',
    right: 'ArrowRight',
  }).flatMap(([name, key]) =>
    key.startsWith('Arrow')
      ? [`${name} arrow`, `arrow ${name}`, `arrow${name}`, `${name}arrow`].map((form) => [form, key] as const)
      : [[name, key] as const],
  ),
)
const MODIFIERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ctrl: 'Control',
    control: 'Control',
    strg: 'Control',
    shift: 'Shift',
    alt: 'Alt',
    option: 'Alt',
    cmd: 'Meta',
    command: 'Meta',
    meta: 'Meta',
  }),
)

/** `Enter`, `ArrowDown`, `Control+A`; null when the words name no key. */
export function keyNamed(words: string): string | null {
  const plain = words.replaceAll(/[-_]/g, ' ').trim()
  const known = KEYS.get(plain)
  if (known !== undefined) return known
  if (/^f(?:[1-9]|1[0-2])$/.test(plain)) return plain.toUpperCase()
  const parts = words.split(/\s*\+\s*/)
  const last = parts.pop() ?? ''
  const modifiers = parts.map((part) => MODIFIERS.get(part.trim()))
  if (modifiers.length === 0 || modifiers.length > 3 || modifiers.includes(undefined)) return null
  const key = KEYS.get(last.trim()) ?? (/^[a-z0-9]$/.test(last.trim()) ? last.trim().toUpperCase() : null)
  return key === null ? null : [...modifiers, key].join('+')
}

/** Keys that are rarely the name of a button. */
export const PLAIN_KEYS: ReadonlySet<string> = new Set([
  'Enter',
  'Escape',
  'Tab',
  'Backspace',
  'PageUp',
  'PageDown',
])
