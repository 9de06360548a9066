import { setTimeout as wait } from 'node:timers/promises'
import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import { ModelUnavailable } from '../../../ports/language-model/port.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { AnalysisDeps } from '../deps.ts'
import { accessRun } from '../runs/access-run.ts'
import { analysisStore } from './analysis-store.ts'
import { askForFinding } from './ask-for-finding.ts'
import { collectFacts } from './collect-facts.ts'
import { collectEvidence } from './evidence.ts'
import { explainByRules } from './explain-by-rules.ts'
import { citedEvidence, type Explanation, renderExplanation } from './explanation.ts'

/** Longer than the model may take; if its holder died, somebody else may begin then. */
const HELD_MS = 45_000
/** Of those who wait for another server. Longer than one holder can keep them. */
const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 200

const NONE: Explanation = { explanation: '', generated_at: '' }

interface Subject {
  app: App
  workflow: { id: string; name: string }
  run_id: string
}

/** Explains a failed run once: over all servers, one asks the model and the others wait for its answer. */
export async function analyzeRun(
  deps: AnalysisDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.runs.analyze>,
): Promise<Explanation> {
  const { app, workflow, run } = await accessRun(deps, caller, params, 'editor')
  if (run.status !== 'failed') throw refuse('run_not_failed')
  const stored = storedOf(run)
  if (stored) return stored
  if (deps.languageModel.name === 'none') return NONE
  return deps.runAnalyses(run.id, () => explainOnce(deps, caller, { app, workflow, run_id: run.id }))
}

async function explainOnce(deps: AnalysisDeps, caller: Caller, subject: Subject): Promise<Explanation> {
  const { db, clock } = deps
  const store = analysisStore(db)
  const holder = makeId('hld', clock.now())
  const givesUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < givesUpAt) {
    const now = clock.now()
    if (await store.claim(subject.run_id, holder, new Date(now.getTime() + HELD_MS), now)) {
      return explainAsHolder(deps, caller, subject, holder)
    }
    const isOver = await waitForHolder(deps, subject.run_id, givesUpAt)
    const run = await store.findRun(subject.workflow.id, subject.run_id)
    const stored = run && storedOf(run)
    if (stored) return stored
    // The other one got no answer; to ask again at once would only repeat that.
    if (isOver) return NONE
  }
  return NONE
}

/** Returns whether the holder came to an end; false when its time was over before. */
async function waitForHolder({ db, clock }: AnalysisDeps, runId: string, until: number): Promise<boolean> {
  const store = analysisStore(db)
  for (;;) {
    const heldUntil = await store.findClaim(runId)
    if (heldUntil === null) return true
    if (heldUntil <= clock.now() || performance.now() >= until) return false
    await wait(LOOK_EVERY_MS)
  }
}

async function explainAsHolder(
  deps: AnalysisDeps,
  caller: Caller,
  subject: Subject,
  holder: string,
): Promise<Explanation> {
  const store = analysisStore(deps.db)
  try {
    // Read again: another one may have finished just before.
    const run = await store.findRun(subject.workflow.id, subject.run_id)
    const stored = run && storedOf(run)
    if (!run || stored) return stored ?? NONE
    const explanation = await explain(deps, caller, subject, run)
    return explanation === null ? NONE : await saveExplanation(deps, caller, subject, explanation)
  } finally {
    await store.release(subject.run_id, holder)
  }
}

/** Null when no model answers, or none with something that the evidence shows. */
async function explain(
  { db, languageModel, appSecretValues }: AnalysisDeps,
  caller: Caller,
  { app, workflow }: Subject,
  run: Parameters<typeof collectFacts>[2],
): Promise<string | null> {
  const secrets = await appSecretValues(app.id)
  const facts = await collectFacts(db, workflow.name, run, secrets)
  const evidence = collectEvidence(facts)
  if (languageModel.name === 'offline') {
    const finding = explainByRules(facts, evidence)
    return renderExplanation(finding, citedEvidence(finding, evidence) ?? [], BY_RULES)
  }
  const usedBy = { workspace_id: app.workspace_id, app_id: app.id, user_id: caller.user?.id ?? null }
  try {
    const finding = await askForFinding(languageModel, usedBy, evidence)
    const cited = citedEvidence(finding, evidence)
    return (
      cited && renderExplanation(finding, cited, `*Written by the language model ${languageModel.name}.*`)
    )
  } catch (error) {
    if (error instanceof ModelUnavailable) return null
    throw error
  }
}

const BY_RULES = '*Written by rules, without a language model.*'

async function saveExplanation(
  { db, clock, audit, languageModel }: AnalysisDeps,
  caller: Caller,
  { app, workflow, run_id }: Subject,
  explanation: string,
): Promise<Explanation> {
  const now = clock.now()
  const isFirst = await transaction(db, async (tx) => {
    if (!(await analysisStore(tx).saveExplanation(run_id, explanation, now))) return false
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'runs.analyze',
      target_type: 'workflow_run',
      target_id: run_id,
      app_id: app.id,
      detail: { workflow_id: workflow.id, model: languageModel.name },
    })
    return true
  })
  if (isFirst) return { explanation, generated_at: now.toISOString() }
  const run = await analysisStore(db).findRun(workflow.id, run_id)
  return (run && storedOf(run)) ?? NONE
}

function storedOf(run: { explanation: string | null; explained_at: Date | null }): Explanation | null {
  if (run.explanation === null || run.explained_at === null) return null
  return { explanation: run.explanation, generated_at: run.explained_at.toISOString() }
}
