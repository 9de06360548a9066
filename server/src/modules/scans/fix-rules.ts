import type { InputOf, operations } from '@atrium/contract'
import type { FindingOf } from '@atrium/contract/scan-findings'
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { refuse } from '../../platform/errors.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { changesOf } from './rule-changes.ts'
import { scanStore } from './scan-store.ts'
import type { RuleFix, RuleId } from './scanner/rules/hole.ts'
import type { ProofInput } from './scanner/rules/prove-rules.ts'
import { fixedSchemas } from './scanner/rules/rule-fixes.ts'
import { SCANNER_VERSION } from './scanner/scanner-version.ts'
import type { ScannedSchema } from './scanner/snapshot.ts'

type RuleFinding = FindingOf<'rls_recommendations'>

/** Sets the recommended rules of some findings in one transaction, once they are proven together. */
export async function fixRules(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.scans.fix_rules>,
) {
  const { db, clock, access, audit, scannedApps, scanner } = deps
  const app = await access.app(caller, params.app_id, 'editor')
  const { findings, revision } = await findingsToFix(db, app.id, [...new Set(body.fingerprints)])
  const before = await scannedApps.schemas(db, app.id)
  const after = fixed(before, findings)
  const { public_settings } = app
  const proof = { public_settings, before, after, closed: closedBy(findings) }
  if (!(await scanner.proves(app.id, proof))) throw refuse('rule_needs_decision')
  const changes = changesOf(before, after)
  const answer = changes.map(({ change }) => change)
  if (body.preview) return { status: 'preview' as const, changes: answer }

  await transaction(db, async (tx) => {
    const schemas = changes.map(({ schema }) => schema)
    // Nobody else changes them from here on, so what was proven is what is saved.
    await scannedApps.schemas(tx, app.id)
    if ((await scanStore(tx).findApp(app.id))?.revision !== revision) throw refuse('scan_out_of_date')
    await scannedApps.saveSchemas(tx, app.id, schemas, clock.now())
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'scans.fix_rules',
      target_type: 'app',
      target_id: app.id,
      app_id: app.id,
      detail: { entities: schemas.map(({ name }) => name), findings: findings.map(({ rule_id }) => rule_id) },
    })
  })
  scannedApps.invalidateSchemas(app.id)
  return { status: 'fixed' as const, changes: answer }
}

async function findingsToFix(db: Db, appId: string, fingerprints: readonly string[]) {
  const store = scanStore(db)
  const scan = await store.find(appId)
  if (!scan?.result) throw refuse('scan_not_found')
  const revision = (await store.findApp(appId))?.revision ?? 0
  if (scan.scanner_version !== SCANNER_VERSION || scan.app_revision !== revision)
    throw refuse('scan_out_of_date')
  const all = new Map(scan.result.rls_recommendations.map((finding) => [finding.fingerprint, finding]))
  const findings = fingerprints.map((fingerprint) => all.get(fingerprint))
  if (!findings.every((finding) => finding !== undefined)) throw refuse('finding_not_found')
  if (!findings.every(({ recommended_rule }) => recommended_rule)) throw refuse('rule_needs_decision')
  return { findings, revision }
}

/** By entity, so that what several findings ask of one is one change. */
function fixed(schemas: readonly ScannedSchema[], findings: readonly RuleFinding[]): ScannedSchema[] {
  let after = [...schemas]
  for (const [name, ofEntity] of byEntity(findings)) {
    const fixes = ofEntity.map(({ operations, recommended_rule }) => ({
      operations,
      fix: recommended_rule as RuleFix, // the scanner made it
    }))
    after = fixedSchemas(after, name, fixes)
  }
  return after
}

function byEntity(findings: readonly RuleFinding[]): Map<string, RuleFinding[]> {
  const found = new Map<string, RuleFinding[]>()
  for (const finding of findings)
    found.set(finding.entity_name, [...(found.get(finding.entity_name) ?? []), finding])
  return found
}

function closedBy(findings: readonly RuleFinding[]): ProofInput['closed'] {
  return [...byEntity(findings)].map(([entity_name, ofEntity]) => ({
    entity_name,
    // The scanner made them.
    holes: ofEntity.map(({ rule_id, operations }) => ({ rule_id: rule_id as RuleId, operations })),
  }))
}
