import { adOperations } from './ad-operations.ts'
import { agentOperations } from './agent-operations.ts'
import { readUserHistory, readUserStats, trackEvents } from './analytics.ts'
import { aggregateEvents, listEventNames, queryEvents } from './analytics-queries.ts'
import { listAppLogs, readAppLogStats, visitApp } from './app-logs.ts'
import { attentionOperations } from './attention-operations.ts'
import { listAutomationRuns } from './automations.ts'
import { codingOperations } from './coding-operations.ts'
import { connectorOperations } from './connector-operations.ts'
import {
  deleteSchema,
  listIndexes,
  listSchemas,
  readSchema,
  replaceSchemas,
  setSchema,
  tryRules,
} from './entity-schemas.ts'
import { deleteFile, downloadFile, listFiles } from './files.ts'
import * as findings from './findings.ts'
import * as folders from './folders.ts'
import { callFunction, invokeFunction } from './function-calls.ts'
import * as functions from './functions.ts'
import * as hosting from './hosting.ts'
import { identityOperations } from './identity-operations.ts'
import {
  createFileSignedUrl,
  extractData,
  generateImage,
  invokeLlm,
  sendEmail,
  uploadFile,
  uploadPrivateFile,
} from './integrations.ts'
import type { Operation } from './operation.ts'
import { listRecordHistory } from './record-history.ts'
import { aggregateRecords, exportRecords, importRecords } from './record-sets.ts'
import { createRecordView, deleteRecordView, listRecordViews, updateRecordView } from './record-views.ts'
import {
  countRecords,
  createRecord,
  createRecords,
  deleteManyRecords,
  deleteRecord,
  getRecord,
  listRecords,
  pageRecords,
  updateManyRecords,
  updateRecord,
  updateRecords,
  upsertRecords,
} from './records.ts'
import * as scans from './scans.ts'
import { findThings } from './search.ts'
import { deleteSecret, listSecrets, setSecrets } from './secrets.ts'
import * as source from './source.ts'
import { testOperations } from './test-operations.ts'
import * as runs from './workflow-runs.ts'
import * as workflows from './workflows.ts'

/** The whole API: area, verb, operation. The names are those of the SDK, the CLI and the tests. */
export const operations = {
  ...identityOperations,
  ...attentionOperations,
  search: { find: findThings },
  folders: {
    tree: folders.listFolderTree,
    create: folders.createFolder,
    update: folders.updateFolder,
    delete: folders.deleteFolder,
    add_items: folders.addFolderItems,
    remove_item: folders.removeFolderItem,
  },
  records: {
    list: listRecords,
    page: pageRecords,
    count: countRecords,
    aggregate: aggregateRecords,
    import: importRecords,
    export: exportRecords,
    get: getRecord,
    create: createRecord,
    bulk_create: createRecords,
    update: updateRecord,
    bulk_update: updateRecords,
    update_many: updateManyRecords,
    upsert: upsertRecords,
    delete: deleteRecord,
    delete_many: deleteManyRecords,
    history: listRecordHistory,
  },
  record_views: {
    list: listRecordViews,
    create: createRecordView,
    update: updateRecordView,
    delete: deleteRecordView,
  },
  schemas: {
    list: listSchemas,
    replace_all: replaceSchemas,
    read: readSchema,
    set: setSchema,
    delete: deleteSchema,
    indexes: listIndexes,
    try_rules: tryRules,
  },
  ...agentOperations,
  app_logs: { visit: visitApp, list: listAppLogs, stats: readAppLogStats },
  events: { track: trackEvents, names: listEventNames, query: queryEvents, aggregate: aggregateEvents },
  stats: { users: readUserStats, history: readUserHistory },
  integrations: {
    invoke_llm: invokeLlm,
    send_email: sendEmail,
    upload_file: uploadFile,
    upload_private_file: uploadPrivateFile,
    create_file_signed_url: createFileSignedUrl,
    extract_data: extractData,
    generate_image: generateImage,
  },
  files: { list: listFiles, delete: deleteFile, download: downloadFile },
  source: {
    read_file: source.readSourceFile,
    write_file: source.writeSourceFile,
    delete_file: source.deleteSourceFile,
    tree: source.readSourceTree,
    commits: source.listSourceCommits,
    read_commit: source.readSourceCommit,
  },
  scans: {
    read: scans.readScan,
    run: scans.runScan,
    list: scans.listScans,
    export: scans.exportScan,
    fix_rules: scans.fixRules,
    dismiss_header: scans.dismissHeader,
    read_settings: scans.readScanSettings,
    configure: scans.configureScans,
  },
  findings: {
    ignore: findings.ignoreFinding,
    restore: findings.restoreFinding,
    list_ignored: findings.listIgnoredFindings,
  },
  site: {
    read: hosting.readSite,
    publish: hosting.publishSite,
    list_revisions: hosting.listSiteRevisions,
    activate: hosting.activateSiteRevision,
    unpublish: hosting.unpublishSite,
  },
  domains: {
    list: hosting.listSiteDomains,
    add: hosting.addSiteDomain,
    verify: hosting.verifySiteDomain,
    remove: hosting.removeSiteDomain,
  },
  functions: {
    deploy: functions.deployFunction,
    list: functions.listFunctions,
    delete: functions.deleteFunction,
    rollback: functions.rollbackFunction,
    list_deployments: functions.listDeployments,
    invoke: invokeFunction,
    call: callFunction,
    logs: functions.readFunctionLogs,
    list_invocations: functions.listInvocations,
  },
  automations: { list_runs: listAutomationRuns },
  secrets: { list: listSecrets, set: setSecrets, delete: deleteSecret },
  workflows: {
    list: workflows.listWorkflows,
    create: workflows.createWorkflow,
    read: workflows.readWorkflow,
    update: workflows.updateWorkflow,
    archive: workflows.archiveWorkflow,
    list_versions: workflows.listWorkflowVersions,
    start: workflows.startWorkflow,
    pause: workflows.pauseWorkflow,
    run: runs.runWorkflow,
    receive: runs.receiveWorkflowHook,
  },
  runs: {
    list: runs.listRuns,
    list_all: runs.listAllRuns,
    read: runs.readRun,
    cancel: runs.cancelRun,
    decide: runs.decideStep,
    analyze: runs.analyzeRun,
  },
  ...codingOperations,
  ...testOperations,
  ...connectorOperations,
  ...adOperations,
} as const

export type Operations = typeof operations

/** Every operation in one flat list, in the order of the table above. */
export const allOperations: readonly Operation[] = Object.values(operations).flatMap((area) =>
  Object.values(area as Record<string, Operation>),
)

export * from './errors.ts'
export * from './events.ts'
export * from './idempotency.ts'
export * from './operation.ts'
export * from './shared.ts'
