import { isDeepStrictEqual } from 'node:util'
import type { InputOf, operations } from '@atrium/contract'
import { KEPT_DEPLOYMENTS, MAX_FUNCTIONS, MAX_FUNCTIONS_BYTES } from '@atrium/contract/functions'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid, refuse } from '../../../platform/errors.ts'
import { makeId } from '../../../platform/ids.ts'
import type { SourceFile } from '../../../ports/function-runtime/port.ts'
import { type App, type Caller, userOf } from '../../../tenancy/index.ts'
import { readAutomation } from '../automations/automation-rules.ts'
import type { Deps } from '../deps.ts'
import { applyChange } from '../function-changes.ts'
import type { DeploymentRow } from '../tables.ts'
import { activateDeployment } from './activate-deployment.ts'
import { deploymentStore } from './deployment-store.ts'
import { buildRefusal, bytesOf, inOrder, requireSource } from './source-rules.ts'

type Input = InputOf<typeof operations.functions.deploy>
/** What makes a deployment different from another. */
type Content = Pick<DeploymentRow, 'entry' | 'files' | 'automations' | 'access'>

export async function deployFunction(deps: Deps, caller: Caller, { params, body }: Input) {
  const { name } = params
  const now = deps.clock.now()
  const automations = (body.automations ?? []).map((one, at) =>
    readAutomation(one, ['body', 'automations', at], now),
  )
  if (body.files) requireSource(body.entry, body.files)
  const app = await deps.access.app(caller, params.app_id, 'editor')
  await requireConditions(deps, app.id, automations)
  const files = body.files ?? (await filesOfApp(deps, app.id, name, body.entry))
  const content: Content = {
    entry: body.entry,
    files: inOrder(files),
    automations,
    access: body.access ?? 'app',
  }

  const known = await unchanged(deps.db, app.id, name, content)
  if (known !== null) return { status: 'unchanged' as const, deployment_id: known }
  const script = await build(deps, files, body.entry)
  const deployment: DeploymentRow = {
    ...content,
    id: makeId('dep', now),
    app_id: app.id,
    function_name: name,
    bytes: bytesOf(files),
    script,
    created_by: userOf(caller).email,
    created_date: now,
  }
  const same = await store(deps, caller, app, deployment)
  if (same !== null) return { status: 'unchanged' as const, deployment_id: same }
  applyChange(deps, app.id, name)
  return { status: 'deployed' as const, deployment_id: deployment.id }
}

/** The id of the same one that somebody deployed in the meantime; null when this one was stored. */
async function store(
  deps: Deps,
  caller: Caller,
  app: App,
  deployment: DeploymentRow,
): Promise<string | null> {
  const { function_name: name } = deployment
  return transaction(deps.db, async (tx) => {
    const store = deploymentStore(tx)
    const others = await store.lockAndMeasure(app.id, name)
    const same = await unchanged(tx, app.id, name, deployment)
    if (same !== null) return same
    const isTooMuch = others.bytes + deployment.bytes > MAX_FUNCTIONS_BYTES
    if (others.functions >= MAX_FUNCTIONS || isTooMuch) throw refuse('function_limit_reached')
    await activateDeployment(deps, tx, deployment)
    await store.insert(deployment)
    await store.deleteOld(app.id, name, KEPT_DEPLOYMENTS)
    await deps.audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'functions.deploy',
      target_type: 'function',
      target_id: name,
      app_id: app.id,
      detail: { deployment_id: deployment.id, files: deployment.files.length, access: deployment.access },
    })
    return null
  })
}

async function unchanged(
  db: Deps['db'],
  appId: string,
  name: string,
  wanted: Content,
): Promise<string | null> {
  const known = await deploymentStore(db).find(appId, name)
  if (!known) return null
  const contentOf = ({ entry, files, automations, access }: Content) => ({
    entry,
    files,
    automations,
    access,
  })
  return isDeepStrictEqual(contentOf(known), contentOf(wanted)) ? known.deployment_id : null
}

async function build(
  { functionRuntime }: Deps,
  files: readonly SourceFile[],
  entry: string,
): Promise<string> {
  const { problem } = functionRuntime
  if (problem !== null) throw refuse('functions_unavailable', { message: problem })
  const outcome = await functionRuntime.build({ entry, files })
  if (outcome.kind === 'refused') throw buildRefusal(files, outcome.problems)
  return outcome.script
}

/** Those below `functions/{name}/`, where the code of the app has them. */
async function filesOfApp(deps: Deps, appId: string, name: string, entry: string): Promise<SourceFile[]> {
  const files = await deps.appSourceFolder(appId, `functions/${name}`)
  if (files.length === 0) {
    const msg = `Send the files, or write them to functions/${name}/ of the app’s code first`
    throw invalid(['body', 'files'], 'missing', msg)
  }
  requireSource(entry, files)
  return files
}

/** Of entities that are there; one that comes later is looked at when its records change. */
async function requireConditions(deps: Deps, appId: string, automations: Content['automations']) {
  for (const [at, { entity_name, condition }] of automations.entries()) {
    if (entity_name === undefined || condition === undefined) continue
    const fault = await deps.recordFilterFault(appId, entity_name, condition)
    if (fault)
      throw invalid(['body', 'automations', at, 'condition', ...fault.place], 'condition', fault.message)
  }
}
