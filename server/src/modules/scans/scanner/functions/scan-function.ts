import type { FindingOf, Severity } from '@atrium/contract/scan-findings'
import { shorten } from '../../../../platform/text/shorten.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { createMask, type Mask } from '../secrets/mask-secrets.ts'
import type { ScannedApp, ScannedFile, ScannedFunction } from '../snapshot.ts'
import { bindNames } from './bindings.ts'
import { findFaults } from './find-faults.ts'
import { type FunctionRule, functionRules, type RuleId } from './function-rules.ts'
import { readSyntax, type Syntax } from './read-syntax.ts'

const LONGEST_SNIPPET = 200
/** Of one function. */
const MOST_FAULTS = 100

export interface FunctionInput {
  fn: ScannedFunction
  app: Pick<ScannedApp, 'public_settings'>
}

/** What a backend function does that it should not, or leaves out. Files that cannot be read are passed over. */
export async function scanFunction({ fn, app }: FunctionInput): Promise<FindingOf<'backend_functions'>[]> {
  const read = fn.files.map((file) => ({ file, syntax: readSyntax(file) }))
  const files = read
    .map(({ syntax }) => syntax)
    .filter((syntax): syntax is Syntax => typeof syntax !== 'string')
  const mask = createMask()
  const findings = new Map<string, FindingOf<'backend_functions'>>()
  const add = async (
    rule: RuleId,
    place: { file: ScannedFile; start: number; end: number },
    severity?: Severity,
  ) => {
    const finding = await present(fn, mask, rule, place, severity)
    if (!findings.has(finding.fingerprint)) findings.set(finding.fingerprint, finding)
  }
  for (const { file, syntax } of read) {
    if (syntax === 'too_complex') await add('function_not_checked', { file, start: 0, end: 0 })
  }
  // G820: in an app without sign-in `access: app` lets everybody in.
  const answersAnyone = fn.access === 'anyone' || app.public_settings === 'public_without_login'
  const faults = findFaults(fn, { answersAnyone, files, bindings: bindNames(files) })
  for (const { rule, node, syntax, severity } of faults.slice(0, MOST_FAULTS)) {
    await add(rule, { file: syntax.file, start: node.start, end: node.end }, severity)
  }
  return [...findings.values()]
}

async function present(
  fn: ScannedFunction,
  mask: Mask,
  rule_id: RuleId,
  { file, start, end }: { file: ScannedFile; start: number; end: number },
  severity?: Severity,
): Promise<FindingOf<'backend_functions'>> {
  const rule: FunctionRule = functionRules[rule_id]
  const flagged = file.text.slice(start, end)
  const content = flagged.replaceAll(/\s+/g, '') || file.path
  const masked = (await mask(file, flagged)).replaceAll(/\s+/g, ' ')
  return {
    fingerprint: fingerprintOf('backend_functions', { rule_id, subject: fn.name, content }),
    rule_id,
    severity: severity ?? rule.severity,
    confidence: rule.confidence,
    title: rule.title,
    description: rule.description,
    recommendation: rule.recommendation,
    references: [],
    cwe: [...rule.cwe],
    function_name: fn.name,
    file_path: file.path,
    line: file.text.slice(0, start).split(/\r\n|\n|\r/).length,
    snippet: shorten(masked, LONGEST_SNIPPET),
  }
}
