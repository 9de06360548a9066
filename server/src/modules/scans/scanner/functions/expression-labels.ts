/** Labels of texts, and what comparisons are worth. */
import { HEAD, INPUT, SQL } from './labels.ts'
import { bare, isMember, memberName, type Node, wordAt } from './read-syntax.ts'

const SQL_TEXT =
  /\b(?:select\b[^;]{1,200}\bfrom|insert\s+into|update\b[^;]{1,200}\bset|delete\s+from|drop\s+table|alter\s+table|where)\b/i

/** Compared with nothing, or only asked for its kind: every value passes. */
export function saysNothing(node: Node | null): boolean {
  const side = bare(node)
  if (!side) return true
  if (isMember(side)) return /^(?:protocol|length|method|type|size)$/.test(memberName(side))
  if (side.type === 'UnaryExpression') return true
  return (
    side.type === 'NullLiteral' ||
    wordAt(side, 'name') === 'undefined' ||
    (side.type === 'StringLiteral' && side.value === '')
  )
}

export function cooked(part: Node): string {
  const { value } = part
  return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked ?? '') : ''
}

/** What is put into a text: how it begins is chosen by its first part, where that is more than `https://`. */
export function ofText(texts: readonly string[], parts: readonly number[]): number {
  const all = parts.reduce((sum, labels) => sum | labels, 0)
  const begins = texts[0] ?? ''
  const isOpen = begins === '' || /^(?:https?|wss?):\/\/(?:[\w-]{0,40}\.)?$/i.test(begins)
  const head = isOpen && (parts[0] ?? 0) & INPUT ? HEAD : 0
  return (all & ~HEAD) | head | (SQL_TEXT.test(texts.join(' ? ')) ? SQL : 0)
}
