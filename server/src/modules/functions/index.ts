/** Backend functions: the code of an app that runs on the server, its automations and its secrets. */
import { operations } from '@atrium/contract'
import { every } from '../../platform/jobs/job.ts'
import { handle, module } from '../../platform/module.ts'
import { functionArchive } from './archive.ts'
import { listAutomationRuns } from './automations/list-automation-runs.ts'
import { runAutomation } from './automations/run-automation.ts'
import { startDueAutomations } from './automations/start-due-automations.ts'
import { callFunction } from './calls/call-function.ts'
import { invokeFunction } from './calls/invoke-function.ts'
import { listInvocations } from './calls/list-invocations.ts'
import { deleteAppData } from './delete-app-data.ts'
import { deleteFunction } from './deployments/delete-function.ts'
import { deployFunction } from './deployments/deploy-function.ts'
import { listDeployments } from './deployments/list-deployments.ts'
import { listFunctions } from './deployments/list-functions.ts'
import { rollbackFunction } from './deployments/rollback-function.ts'
import type { Deps } from './deps.ts'
import { readFunctionLogs } from './logs/read-function-logs.ts'
import { purgeHistory } from './purge-history.ts'
import { deleteSecret } from './secrets/delete-secret.ts'
import { listSecrets } from './secrets/list-secrets.ts'
import { sealedSecrets } from './secrets/sealed-secret.ts'
import { setSecrets } from './secrets/set-secrets.ts'

export { createEntityAutomations, type EntityAutomations } from './automations/entity-automations.ts'
export { createAutomationTriggers } from './automations/record-triggers.ts'
export { countFailedCalls } from './calls/failed-calls-store.ts'
export { createInvocations, type Invocations } from './calls/invocations.ts'
export { type ActiveFunctions, createActiveFunctions } from './deployments/active-functions.ts'
export { listDeployed } from './deployments/list-deployed.ts'
export { followChanges } from './function-changes.ts'
export { createFunctionLogs, type FunctionLogs } from './logs/function-logs.ts'
export { findFunctions } from './named-functions-store.ts'
export { openSecrets } from './secrets/open-secrets.ts'
export { type FailedAutomation, failedAutomations } from './trouble-store.ts'

export const functions = module<Deps>('functions', {
  handlers: [
    handle(operations.functions.deploy, deployFunction),
    handle(operations.functions.list, listFunctions),
    handle(operations.functions.delete, deleteFunction),
    handle(operations.functions.rollback, rollbackFunction),
    handle(operations.functions.list_deployments, listDeployments),
    handle(operations.functions.invoke, invokeFunction),
    handle(operations.functions.call, callFunction),
    handle(operations.functions.logs, readFunctionLogs),
    handle(operations.functions.list_invocations, listInvocations),
    handle(operations.automations.list_runs, listAutomationRuns),
    handle(operations.secrets.list, listSecrets),
    handle(operations.secrets.set, setSecrets),
    handle(operations.secrets.delete, deleteSecret),
  ],
  jobs: [runAutomation],
  schedules: [every('* * * * *', startDueAutomations), every('37 * * * *', purgeHistory)],
  listeners: [deleteAppData],
  archive: functionArchive,
  sealed: sealedSecrets,
})
