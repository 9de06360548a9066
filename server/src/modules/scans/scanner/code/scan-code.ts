import type { FindingOf, Severity } from '@atrium/contract/scan-findings'
import { redact } from '../../../../platform/text/redact.ts'
import { shorten } from '../../../../platform/text/shorten.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { ScannedFile } from '../snapshot.ts'
import type { SkipReason } from './code-paths.ts'
import type { Look, Rules } from './look.ts'
import { createPlaces } from './places.ts'
import { readCode } from './read-code.ts'
import { type RuleId, ruleTexts } from './rule-texts.ts'
import { addresses } from './rules/addresses.ts'
import { commands } from './rules/commands.ts'
import { cryptography } from './rules/cryptography.ts'
import { html } from './rules/html.ts'
import { messages } from './rules/messages.ts'
import { prototypes } from './rules/prototypes.ts'
import { runningText } from './rules/running-text.ts'
import { readScopes } from './scopes.ts'
import type { Node } from './syntax-tree.ts'
import { lookAtMarkup } from './templates.ts'
import { createValues } from './values.ts'

type CodeFinding = FindingOf<'static_code_findings'>

export interface CodeScan {
  findings: CodeFinding[]
  /** Why the file was not read; null when it was. */
  skipped: SkipReason | null
}

const ALL: readonly Rules[] = [runningText, html, addresses, messages, cryptography, commands, prototypes]
/** Of one file: who has more, has enough to do. */
const MOST = 200
const SNIPPET = 200

/** Faults in one file of code. Comments cannot switch anything off: rules never see them. */
export async function scanCode(file: ScannedFile): Promise<CodeScan> {
  const code = readCode(file)
  if (typeof code === 'string') return { findings: [], skipped: code }
  const scopes = readScopes(code.nodes)
  const values = createValues(scopes, code.nodes)
  const list = createReports(file)
  const look: Look = { code, scopes, values, report: list.report }
  for (const node of code.nodes) for (const rules of ALL) rules[node.type]?.(node, look)
  lookAtMarkup(code, look)
  return { findings: list.findings, skipped: null }
}

function createReports({ path, text }: ScannedFile) {
  const places = createPlaces(text)
  const seen = new Map<string, number>()
  const flagged = new Set<string>()
  const findings: CodeFinding[] = []

  function report(
    node: Node,
    rule_id: RuleId,
    severity: Severity,
    confidence: CodeFinding['confidence'] = 'high',
  ): void {
    const place = `${rule_id} ${node.start} ${node.end}`
    if (flagged.has(place) || findings.length >= MOST) return
    flagged.add(place)
    const source = text.slice(node.start, node.end)
    // Equal ones differ by their order.
    const content = source.replaceAll(/\s+/g, '')
    const count = seen.get(rule_id + content) ?? 0
    seen.set(rule_id + content, count + 1)
    const { category, cwe, title, description, recommendation } = ruleTexts[rule_id]
    const [start, end] = [places.at(node.start), places.at(node.end)]
    findings.push({
      fingerprint: fingerprintOf('static_code_findings', {
        rule_id,
        subject: path,
        content: `${content}#${count}`,
      }),
      ...{ rule_id, severity, confidence, title, description, recommendation, category },
      cwe: [...cwe],
      references: cwe.map((one) => `https://cwe.mitre.org/data/definitions/${one.slice(4)}.html`),
      file_path: path,
      ...{ start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column },
      snippet: snippetOf(source),
    })
  }
  return { findings, report }
}

/** One line, without secrets. Cut before it is redacted as well, since a finding can be a whole function. */
function snippetOf(source: string): string {
  const line = source
    .slice(0, SNIPPET * 4)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  return shorten(redact(line), SNIPPET)
}
