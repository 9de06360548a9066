/** What the rules of secretlint find beyond our own. */
import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import { isPlaceholder } from './judge-value.ts'
import type { FoundSecret } from './secret-rule.ts'

// It keeps a mark of every rule and file for as long as the process lives.
secretLintProfiler.setEnabled(false)

/**
 * The rule by which comments in the code switch others off; those of which ours tell examples from secrets; and one that
 * takes long for what is made to be slow.
 */
const LEFT_OUT = [
  'filter-comments',
  'basicauth',
  'database-connection-string',
  'privatekey',
  'sendgrid',
  'stripe',
  'github',
]

const nameOf = (ruleId: string) => ruleId.replace('@secretlint/secretlint-rule-', '')
const config = {
  rules: rules
    .filter(({ meta }) => !LEFT_OUT.includes(nameOf(meta.id)))
    .map((rule) => ({ id: rule.meta.id, rule })),
}

export async function findPresetSecrets(path: string, text: string): Promise<FoundSecret[]> {
  const source = { filePath: path, content: text, contentType: 'text' as const, ext: '' }
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
  return messages
    .map(({ ruleId, range }): FoundSecret => {
      const name = nameOf(ruleId)
      const rule = { id: `preset_${name}`, name: `secret (${name})`, confidence: 'medium' as const }
      return { rule, severity: 'high', value: text.slice(...range), start: range[0] }
    })
    .filter(({ value }) => !isPlaceholder(value) && /\d/.test(value) && value.length >= 16)
}
