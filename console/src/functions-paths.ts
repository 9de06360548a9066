/** Addresses of what was done by a function. */
import { paths, withQuery } from './paths.ts'

export const AUTOMATION_RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const

export interface AutomationRunsView {
  status?: (typeof AUTOMATION_RUN_STATUSES)[number] | undefined
  cursor?: string | undefined
}

export interface InvocationsView {
  /** `on`: only those that failed. */
  failed?: 'on' | undefined
  cursor?: string | undefined
}

export const functionsPaths = {
  invocations: (workspaceId: string, appId: string, name: string, view: InvocationsView = {}) =>
    withQuery(paths.functionPart(workspaceId, appId, name, 'invocations'), view),
  automations: (workspaceId: string, appId: string, name: string, view: AutomationRunsView = {}) =>
    withQuery(paths.functionPart(workspaceId, appId, name, 'automations'), view),
}
