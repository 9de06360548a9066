/** Secrets that the program puts together or decodes: the value is the whole expression, its meaning is judged. */
import { isProse, isTest } from './exposure.ts'
import { isAssigned, KEY_WORDS } from './judge-assigned.ts'
import { isRandom, isWords } from './judge-value.ts'
import { providerRules } from './provider-rules.ts'
import type { Candidate, SecretRule } from './secret-rule.ts'

const TEXT = '(?:"[^"\\n\\\\]{0,300}"|\'[^\'\\n\\\\]{0,300}\'|`[^`$\\\\]{0,300}`)'
const notInProse = (path: string) => !isTest(path) && !isProse(path)
const textsOf = (source: string): string[] =>
  [...source.matchAll(new RegExp(TEXT, 'g'))].map(([text]) => text.slice(1, -1))

interface Form {
  keywords: readonly string[]
  /** Its group `value` begins and ends within the quotation marks. */
  pattern: RegExp
  meaning(source: string, groups: Record<string, string | undefined>): string
}

const FORMS: readonly Form[] = [
  {
    keywords: ['+'],
    pattern: new RegExp(
      `(?<![\\w"'\`])["'\`](?<value>(?<=(["'\`]))[^"'\`\\n$]{1,300}\\2(?:\\s{0,20}\\+\\s{0,20}${TEXT}){0,20}\\s{0,20}\\+\\s{0,20}["'\`][^"'\`\\n$]{1,300})["'\`]`,
      'dg',
    ),
    meaning: (source) => textsOf(source).join(''),
  },
  {
    keywords: ['.join('],
    pattern: new RegExp(
      `\\[\\s{0,20}["'\`](?<value>[^"'\`\\n]{1,300}["'\`](?:\\s{0,20},\\s{0,20}${TEXT}){1,60})[\\s,]{0,20}\\]\\s{0,20}(?<reversed>\\.reverse\\(\\)\\s{0,20})?\\.join\\(\\s{0,4}(?<by>${TEXT})\\s{0,4}\\)`,
      'dg',
    ),
    meaning(source, { by = '""', reversed }) {
      const parts = textsOf(source)
      return (reversed ? parts.reverse() : parts).join(by.slice(1, -1))
    },
  },
  {
    keywords: ['.concat('],
    pattern: new RegExp(
      `["'\`](?<value>[^"'\`\\n]{1,300}["'\`]\\s{0,20}\\.concat\\(\\s{0,20}${TEXT}(?:\\s{0,20},\\s{0,20}${TEXT}){0,20})\\s{0,4}\\)`,
      'dg',
    ),
    meaning: (source) => textsOf(source).join(''),
  },
  {
    keywords: ['atob(', 'base64', 'b64decode('],
    pattern:
      /\b(?:atob|(?:Buffer\.from|base64\.b64decode|b64decode|decodeBase64|Base64\.decode))\(\s{0,8}b?["'`](?<value>[A-Za-z0-9+/_-]{12,600}={0,2})["'`]/dg,
    meaning: (source) => Buffer.from(source.slice(1, -1), 'base64').toString(),
  },
  {
    keywords: ["'hex'", '"hex"', '`hex`'],
    pattern:
      /\bBuffer\.from\(\s{0,8}["'`](?<value>[0-9a-f]{24,600})["'`]\s{0,4},\s{0,4}["'`]hex["'`]\s{0,4}\)\.toString\(/dgi,
    meaning: (source) => Buffer.from(source.slice(1, -1), 'hex').toString(),
  },
  {
    keywords: ['.reverse('],
    pattern:
      /["'`](?<value>[^"'`\n\s]{12,300})["'`]\s{0,8}\.split\(\s{0,4}(?:""|'')\s{0,4}\)\s{0,8}\.reverse\(\)/dg,
    meaning: (source) => [...source.slice(1, -1)].reverse().join(''),
  },
  {
    keywords: ['fromcharcode('],
    pattern: /String\.fromCharCode\(\s{0,4}(?<value>\d{2,3}(?:\s{0,4},\s{0,4}\d{2,3}){11,300})\s{0,4}\)/dg,
    meaning: (source) => String.fromCharCode(...(source.match(/\d+/g) ?? []).map(Number)),
  },
]

export const putTogetherRules: readonly SecretRule[] = FORMS.map(({ keywords, pattern, meaning }) => ({
  id: 'put_together_secret',
  name: 'secret',
  keywords,
  pattern,
  severity: 'high',
  confidence: 'medium',
  isFor: notInProse,
  judge(found) {
    // With the quotation marks again that stand around it.
    const quoted = `"${found.value}"`.replace(/^"(?=.*?(["'`]))/, (mark, other) =>
      found.value.includes(other) ? other : mark,
    )
    return isSecret(meaning(balanced(found.value) ?? quoted, found.groups), found)
  },
}))

/** The expression with the marks that its first and last text have. */
function balanced(value: string): string | null {
  const [first] = /["'`]/.exec(value) ?? []
  const last = /(["'`])[^"'`]*$/.exec(value)?.[1]
  if (!first) return null
  return `${first}${value}${last && /["'`]$/.test(value) ? '' : (last ?? '')}`
}

const NAMED = new RegExp(
  `(?<name>[\\w.-]{0,40}(?:${KEY_WORDS}|key)[\\w-]{0,30})["'\`\\]]{0,2}\\s{0,8}(?::\\s{0,3}string\\s{0,3})?(?:=>|:=|=|:|,|\\|\\||\\?\\?)\\s{0,8}[\\w.(\\s[]{0,60}$`,
  'i',
)
const ADDRESS = /^\w+:\/\/[^\s:@/]*:[^\s@/]{3,}@/

function isSecret(text: string, found: Candidate): boolean {
  if (!/^[\x20-\x7e]{8,600}$/.test(text)) return false
  const isOfProvider = providerRules.some(({ pattern, judge }) =>
    [...text.matchAll(pattern)].some((match) => {
      const value = match.groups?.value ?? match[0]
      return judge?.({ ...found, value, groups: match.groups ?? {} }) ?? true
    }),
  )
  if (isOfProvider) return true
  const name = NAMED.exec(found.before)?.groups?.name
  if (ADDRESS.test(text)) return !/localhost|127\.0\.0\.1|example\./.test(text)
  return (
    name !== undefined &&
    !/\s/.test(text) &&
    !isWords(text) &&
    (isRandom(text) || isAssigned({ ...found, value: text, groups: { name } }))
  )
}
