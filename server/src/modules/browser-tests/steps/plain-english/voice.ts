import type { Token } from './lexer.ts'
import { isPerson } from './nouns.ts'
import { verbAt } from './verbs.ts'

/** Nobody says of a page that something is clicked: these are done. */
const DONE = new Map(
  Object.entries({
    clicked: 'click',
    tapped: 'tap',
    typed: 'type',
    replaced: 'replace',
    overwritten: 'replace',
  }),
)
/** They may say how something is, unless somebody does it. */
const DONE_BY = new Map(
  Object.entries({
    selected: 'select',
    chosen: 'choose',
    picked: 'pick',
    entered: 'enter',
    ticked: 'tick',
    checked: 'check',
    unticked: 'untick',
    pressed: 'press',
    opened: 'open',
    changed: 'change',
    set: 'set',
    uploaded: 'upload',
  }),
)
const COPULAS = new Set(['is', 'are', 'gets', 'get'])

/** "Save is clicked by the user" as "click Save"; other sentences as they are. */
export function inActiveVoice(tokens: readonly Token[]): readonly Token[] {
  if (verbAt(tokens, 0) !== null) return tokens
  const at = tokens.findIndex(({ kind, low }, index) => index > 0 && kind === 'word' && COPULAS.has(low))
  const participle = tokens[at + 1]
  if (at === -1 || participle?.kind !== 'word') return tokens
  const by = agentAt(tokens)
  const verb = DONE.get(participle.low) ?? (by === -1 ? undefined : DONE_BY.get(participle.low))
  if (verb === undefined) return tokens
  const { start } = tokens[0] ?? participle
  const first: Token = { kind: 'word', text: verb, low: verb, isVariable: false, start, end: start }
  return [first, ...tokens.slice(0, at), ...tokens.slice(at + 2, by === -1 ? undefined : by)]
}

/** Where "by the user" stands at the end; -1 when nobody is said to do it. */
function agentAt(tokens: readonly Token[]): number {
  const at = tokens.findLastIndex(({ kind, low }) => kind === 'word' && low === 'by')
  const last = tokens.at(-1)
  return at > 0 && at >= tokens.length - 4 && last?.kind === 'word' && isPerson(last.low) ? at : -1
}
