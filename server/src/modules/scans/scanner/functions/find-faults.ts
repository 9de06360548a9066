/** Puts together what a function does, what reaches where, and what it makes sure of before. */
import type { Severity } from '@atrium/contract/scan-findings'
import type { ScannedFunction } from '../snapshot.ts'
import type { Bindings } from './bindings.ts'
import { findChecked } from './checked-values.ts'
import { type Act, findActs } from './find-acts.ts'
import { findGuards, type GuardKind } from './find-guards.ts'
import { answersWhole, findSinks } from './find-sinks.ts'
import type { RuleId } from './function-rules.ts'
import { createHeld } from './held.ts'
import type { Node, Syntax } from './read-syntax.ts'
import { createMembers } from './resolve-members.ts'
import { trackValues } from './track-values.ts'

export interface Fault {
  rule: RuleId
  node: Node
  syntax: Syntax
  /** Where it is not that of the rule. */
  severity?: Severity
}

export function findFaults(
  fn: Pick<ScannedFunction, 'name' | 'is_automated'>,
  {
    answersAnyone,
    files,
    bindings,
  }: { answersAnyone: boolean; files: readonly Syntax[]; bindings: Bindings },
): Fault[] {
  const members = createMembers(bindings)
  const values = trackValues(files, bindings, members)
  const guards = findGuards(files, bindings, members, values)
  // After the guards: a signature that was checked is still what the caller sent.
  values.clear(findChecked(files, bindings, members, values))
  const held = createHeld(files, bindings, members, guards)
  const acts = findActs(files, values, members).filter(({ node }) => held.isReached(node))
  const isHeld = ({ node }: Act, ...kinds: GuardKind[]) => held.isHeld(node, kinds)
  const isOpen = (act: Act) => answersAnyone && !isHeld(act, 'user', 'secret', 'role')
  const isHook = isWebhook(fn, files)

  const open = new Set(acts.filter(isOpen))
  const others = isHook ? [] : [...open]
  const free = acts.filter((act) => !open.has(act) && !fn.is_automated && !isHeld(act, 'role', 'secret'))
  const costly = (act: Act) => act.kind === 'mail' || act.kind === 'model'
  const sinks = findSinks(files, values, members)
  return [
    ...first('unverified_webhook_signature', isHook ? [...open] : []),
    ...first(
      'unauthenticated_function',
      others.filter(({ kind }) => kind === 'service_change' || kind === 'secret_use'),
    ),
    ...first(
      'service_role_in_public_function',
      others.filter(({ kind }) => kind === 'service_read'),
    ),
    ...first(
      'unbounded_llm_or_email_call',
      acts.filter(
        (act) =>
          costly(act) &&
          !isHeld(act, 'rate') &&
          (others.includes(act) || (act.isRepeated && !isHeld(act, 'length'))),
      ),
    ),
    ...free
      .filter((act) => act.kind === 'service_change' && act.takesInput && act.isPowerful && !act.isOwnRecord)
      .map(({ node, syntax }) => ({ rule: 'missing_role_check' as const, node, syntax })),
    ...first(
      'service_read_without_role_check',
      answersWhole(files, values)
        ? free.filter((act) => act.kind === 'service_read' && !act.isOfCaller && !act.isCounted)
        : [],
    ),
    ...sinks.map((sink) => ({
      ...sink,
      ...(sink.rule === 'ssrf' && !answersAnyone && { severity: 'medium' as const }),
    })),
  ]
}

function first(rule: RuleId, [act]: readonly Act[]): Fault[] {
  return act ? [{ rule, node: act.node, syntax: act.syntax }] : []
}

const HOOK_NAME = /webhook|(?:^|[/_-])hooks?(?:$|[/_-])|callback$/i
const HOOK_HEADERS =
  /['"`](?:[\w-]{0,30}-signature(?:-256)?|x-hub-[\w-]{1,20}|x-github-event|x-gitlab-token|webhook-id|svix-id|x-shopify-[\w-]{1,20}|stripe-signature)['"`]/i

/** Other services call it: by its name, or by the headers that it reads. */
function isWebhook({ name }: Pick<ScannedFunction, 'name'>, files: readonly Syntax[]): boolean {
  return HOOK_NAME.test(name) || files.some(({ file }) => HOOK_HEADERS.test(file.text))
}
