/** Finds the secrets of one text, in time that is in proportion to its length. */
import type { ScannedFile } from '../snapshot.ts'
import { choiceRules } from './choice-rules.ts'
import { contextRules } from './context-rules.ts'
import { findPresetSecrets } from './find-preset-secrets.ts'
import { formRules } from './form-rules.ts'
import { providerRules } from './provider-rules.ts'
import { putTogetherRules } from './put-together-rules.ts'
import type { FoundSecret, SecretRule } from './secret-rule.ts'

/** Of one file; who plants more hides nothing by it. */
export const MOST_SECRETS = 100
/** Long lines are cut into pieces that share this much, more than the longest secret. */
const SHARED = 9_000
const PIECE = 128 * 1024
/** The patterns of the library are not all linear: of a larger text it sees the beginning, our own rules see all. */
const PRESET_LIMIT = 1024 * 1024
const AROUND = 400
/** Of one rule in one file: judging each of millions would take minutes, and no real code has so many. */
const MOST_CANDIDATES = 20_000

const RULES: readonly SecretRule[] = [
  ...providerRules,
  ...contextRules,
  ...formRules,
  ...choiceRules,
  ...putTogetherRules,
]

/** In the order of their places, each value once. */
export async function findSecrets({ path, text }: ScannedFile): Promise<FoundSecret[]> {
  const found = new Map<string, FoundSecret>()
  const candidates = RULES.filter(({ isFor }) => isFor?.(path) ?? true).map((rule) => ({
    rule,
    left: MOST_CANDIDATES,
  }))
  for (const piece of piecesOf(text)) {
    const known = findByRules(candidates, path, piece.text)
    const added = piece.start < PRESET_LIMIT ? await findPresetSecrets(path, piece.text) : []
    for (const secret of [...known, ...added.filter((other) => !known.some((own) => overlap(own, other)))]) {
      if (isCut(piece, secret)) continue
      const start = piece.start + secret.start
      const earlier = found.get(secret.value)
      if (!earlier || start < earlier.start) found.set(secret.value, { ...secret, start })
    }
    if (found.size >= MOST_SECRETS) break
  }
  return [...found.values()].sort((a, b) => a.start - b.start).slice(0, MOST_SECRETS)
}

interface Piece {
  text: string
  start: number
  isFirst: boolean
  isLast: boolean
}

function* piecesOf(text: string): Generator<Piece> {
  for (let start = 0; start === 0 || start + SHARED < text.length; start += PIECE - SHARED) {
    const end = start + PIECE
    yield { text: text.slice(start, end), start, isFirst: start === 0, isLast: end >= text.length }
  }
}

/** What touches an end of its piece may go on outside; the neighbour has it whole. */
function isCut({ text, isFirst, isLast }: Piece, { start, value }: FoundSecret): boolean {
  return (start === 0 && !isFirst) || (start + value.length === text.length && !isLast)
}

function findByRules(
  candidates: { rule: SecretRule; left: number }[],
  path: string,
  text: string,
): FoundSecret[] {
  const found: FoundSecret[] = []
  const lower = text.toLowerCase()
  for (const each of candidates) {
    if (each.left <= 0 || !each.rule.keywords.some((keyword) => lower.includes(keyword))) continue
    for (const match of text.matchAll(each.rule.pattern)) {
      for (const secret of judgeMatch(each.rule, match, path, text))
        if (!found.some((other) => overlap(other, secret))) found.push(secret)
      if (--each.left <= 0 || found.length >= MOST_SECRETS) break
    }
  }
  return found
}

function judgeMatch(rule: SecretRule, match: RegExpExecArray, path: string, text: string): FoundSecret[] {
  const groups: Record<string, string | undefined> = match.groups ?? {}
  const end = match.index + match[0].length
  const before = text.slice(Math.max(0, match.index - AROUND), match.index)
  const after = text.slice(end, end + AROUND)
  const start = match.indices?.groups?.value?.[0] ?? match.index
  const given = groups.value ?? match[0]
  const values = rule.splits ? textsWithin(given) : [{ value: given, at: 0 }]
  return values.flatMap(({ value, at }) => {
    const verdict = rule.judge?.({ value, groups, path, before, after }) ?? true
    if (verdict === false) return []
    return [{ rule, severity: verdict === true ? rule.severity : verdict, value, start: start + at }]
  })
}

/** The texts in quotation marks of an expression. */
function textsWithin(source: string): { value: string; at: number }[] {
  return [...source.matchAll(/(["'`])([^"'`\n]{0,300})\1/g)].map(({ index, 2: value = '' }) => ({
    value,
    at: index + 1,
  }))
}

function overlap(a: FoundSecret, b: FoundSecret): boolean {
  return a.start < b.start + b.value.length && b.start < a.start + a.value.length
}
