import { createHmac } from 'node:crypto'
import type { FindingOf } from '@atrium/contract/scan-findings'
import { fingerprintOf } from '../fingerprint.ts'
import type { ScannedFile } from '../snapshot.ts'
import { type Exposure, exposureOf, isSkipped, isTest, severityIn } from './exposure.ts'
import { findSecrets } from './find-secrets.ts'
import { maskValue } from './mask-secrets.ts'

export interface SecretsInput {
  file: ScannedFile
  /** The function that the file is of; null for the rest of the app's code. */
  function_name: string | null
  /** Of this installation: fingerprints say nothing about the value without it. */
  key: string
}

/** Secrets that stand in a file. The values themselves go nowhere. */
export async function scanSecrets(input: SecretsInput): Promise<FindingOf<'hardcoded_secrets'>[]> {
  const { file, function_name, key } = input
  if (isSkipped(file.path)) return []
  const placeOf = createPlaces(file.text)
  return (await findSecrets(file)).map(({ rule, severity, value, start }) => {
    const { line, column, before } = placeOf(start)
    const exposure = exposureOf(file.path, function_name, before)
    const content = createHmac('sha256', key).update(value).digest('hex')
    return {
      fingerprint: fingerprintOf('hardcoded_secrets', { rule_id: rule.id, subject: file.path, content }),
      rule_id: rule.id,
      severity: severityIn(exposure, file.path, severity),
      confidence: isTest(file.path) ? 'low' : rule.confidence,
      title: `A ${rule.name} stands in ${WHERE[exposure]}`,
      description: `The file holds a ${rule.name} as plain text. ${WHO[exposure]}`,
      recommendation:
        'Make it invalid where it was issued and get a new one. Keep that as a secret of the app, and let a backend function read it from its environment.',
      references: ['https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html'],
      cwe: ['CWE-798'],
      secret_type: rule.id,
      file_path: file.path,
      line,
      column,
      masked_value: maskValue(value),
      exposure,
    }
  })
}

const WHERE: Record<Exposure, string> = {
  frontend: 'the code of the frontend',
  backend_function: 'the code of a backend function',
  config: 'a configuration file',
}
const WHO: Record<Exposure, string> = {
  frontend: 'Everybody who opens the app gets this code and can use what it opens.',
  backend_function: 'All who can read the code of the app, now or in its history, can use what it opens.',
  config: 'All who can read the code of the app, now or in its history, can use what it opens.',
}

/** Lines and columns from 1, as editors count: UTF-16, and lines end by LF, CR LF or CR. Asked in rising order. */
function createPlaces(text: string) {
  const breaks = /\r\n|\n|\r/g
  let line = 1
  let begin = 0
  let next = breaks.exec(text)
  return (offset: number) => {
    while (next && next.index + next[0].length <= offset) {
      line++
      begin = next.index + next[0].length
      next = breaks.exec(text)
    }
    return { line, column: offset - begin + 1, before: text.slice(Math.max(begin, offset - 80), offset) }
  }
}
