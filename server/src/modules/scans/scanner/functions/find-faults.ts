/** Puts together what a function does, what reaches where, and what it makes sure of before. */
import type { Severity } from '@atrium/contract/scan-findings'
import type { ScannedFunction } from '../snapshot.ts'
import type { Bindings } from './bindings.ts'
import { type Act, findActs } from './find-acts.ts'
import { findChecked, findGuards, type Guard, type GuardKind } from './find-guards.ts'
import { findSinks } from './find-sinks.ts'
import type { RuleId } from './function-rules.ts'
import { isFunction, type Node, type Syntax } from './read-syntax.ts'
import { trackValues } from './track-values.ts'

export interface Fault {
  rule: RuleId
  node: Node
  syntax: Syntax
  /** Where it is not that of the rule. */
  severity?: Severity
}

export function findFaults(fn: ScannedFunction, files: readonly Syntax[], bindings: Bindings): Fault[] {
  const values = trackValues(files, bindings)
  const guards = findGuards(files, bindings, values)
  // After the guards: a signature that was checked is still what the caller sent.
  values.clear(findChecked(files, bindings, values))
  const acts = findActs(files, values)
  const isHeld = (act: Act, ...kinds: GuardKind[]) =>
    guards.some((guard) => kinds.includes(guard.kind) && comesBefore(guard, act, bindings))
  const isOpen = (act: Act) => fn.access === 'anyone' && !isHeld(act, 'user', 'secret')
  const isHook = isWebhook(fn, files)

  const open = acts.filter(isOpen)
  const others = isHook ? [] : open
  const free = acts.filter((act) => !isOpen(act) && !fn.is_automated && !isHeld(act, 'role', 'secret'))
  const costly = (act: Act) => act.kind === 'mail' || act.kind === 'model'
  return [
    ...first('unverified_webhook_signature', isHook ? open : []),
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
      .filter((act) => act.kind === 'service_change' && act.takesInput && act.isPowerful)
      .map(({ node, syntax }) => ({ rule: 'missing_role_check' as const, node, syntax })),
    ...findSinks(files, values).map((sink) => ({
      ...sink,
      ...(sink.rule === 'ssrf' && fn.access === 'app' && { severity: 'medium' as const }),
    })),
  ]
}

function first(rule: RuleId, [act]: readonly Act[]): Fault[] {
  return act ? [{ rule, node: act.node, syntax: act.syntax }] : []
}

/** Within one function the check must stand first; one in another function was called on the way. */
function comesBefore(guard: Guard, act: Act, bindings: Bindings): boolean {
  const syntax = bindings.syntaxOf.get(guard.node)
  if (syntax !== act.syntax || ownerOf(guard.node, syntax) !== ownerOf(act.node, syntax)) return true
  return guard.node.start <= act.node.start
}

function ownerOf(node: Node, { parents }: Syntax): Node | null {
  for (let up = parents.get(node); up; up = parents.get(up)) if (isFunction(up)) return up
  return null
}

const HOOK_NAME = /webhook|(?:^|[/_-])hooks?(?:$|[/_-])|callback$/i
const HOOK_HEADERS =
  /['"`](?:[\w-]{0,30}-signature(?:-256)?|x-hub-[\w-]{1,20}|x-github-event|x-gitlab-token|webhook-id|svix-id|x-shopify-[\w-]{1,20}|stripe-signature)['"`]/i

/** Other services call it: by its name, or by the headers that it reads. */
function isWebhook({ name }: ScannedFunction, files: readonly Syntax[]): boolean {
  return HOOK_NAME.test(name) || files.some(({ file }) => HOOK_HEADERS.test(file.text))
}
