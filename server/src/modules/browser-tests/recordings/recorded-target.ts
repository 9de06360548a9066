import type { Target } from '@atrium/contract/flow-steps'

/** As long as they may be in a step. */
const MOST = { role: 64, name: 500, label: 500, placeholder: 500, text: 500, test_id: 200, css: 1_000 }
const WAYS = ['role', 'label', 'placeholder', 'text', 'test_id', 'css'] as const

/** One way to name the element, without what other ways would need; null when there is none. */
export function plainTarget(target: Target): Target | null {
  const way = WAYS.find((each) => target[each] !== undefined)
  if (way === undefined) return null
  const { name, exact, nth } = target
  return {
    [way]: plainText(target[way] ?? '', MOST[way]),
    ...(way === 'role' && name !== undefined && { name: plainText(name, MOST.name) }),
    ...(exact && { exact }),
    ...(nth !== undefined && { nth }),
  }
}

/** What people see of the element; empty when that is unknown. */
export function wordsOf(target: Target | null): string {
  return target?.name ?? target?.label ?? target?.placeholder ?? target?.text ?? ''
}

/** Without what browsers would take for a name and a password. */
export function addressOf({ origin, pathname, search, hash }: URL): string {
  return plainText(origin + pathname + search + hash, Number.POSITIVE_INFINITY)
}

/** A page could record the name of a secret, and a run would put its value there. */
export function plainText(text: string, most: number): string {
  return cut(text.replaceAll(/\{(?=\{)/g, '{ '), most)
}

/** Never in the middle of a character that takes two. */
export function cut(text: string, most: number): string {
  const short = text.slice(0, most)
  return short.isWellFormed() ? short : short.slice(0, -1)
}
