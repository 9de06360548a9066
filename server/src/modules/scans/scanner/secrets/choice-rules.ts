/** Secrets among several values: lists, and choices such as `isLive ? 'one' : 'other'`. */
import { isProse, isTest } from './exposure.ts'
import { isAssigned, KEY_WORDS } from './judge-assigned.ts'
import type { SecretRule } from './secret-rule.ts'

const NAME = `(?<name>(?:${KEY_WORDS}|(?<=[_-]|[a-z])keys?)[\\w-]{0,30})["'\`\\]]{0,2}\\s{0,8}(?::\\s{0,3}[\\w<>[\\]]{1,30}\\s{0,3})?(?:=|:)\\s{0,8}`
const KEYWORDS = ['key', 'secret', 'token', 'pass', 'pwd', 'credential']

export const choiceRules: readonly SecretRule[] = [
  `${NAME}(?:new\\s(?:Set|Map)\\()?(?<value>\\[[^[\\]{}]{10,3000}\\])`,
  `${NAME}(?<value>[^;{}\\n"'\`]{1,120}(?:\\?|\\|\\|)[^;{}\\n]{8,600})`,
  `${NAME}(?<value>[^;{}"'\`]{1,120}\\?\\s{0,20}["'\`][^"'\`\\n]{8,300}["'\`]\\s{0,20}:\\s{0,20}["'\`][^"'\`\\n]{0,300}["'\`])`,
].map((pattern) => ({
  id: 'assigned_secret',
  name: 'secret',
  keywords: KEYWORDS,
  pattern: new RegExp(pattern, 'dgi'),
  splits: true,
  severity: 'high',
  confidence: 'medium',
  isFor: (path) => !isTest(path) && !isProse(path),
  judge: isAssigned,
}))
