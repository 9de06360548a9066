/** Addresses of coding: the repository of an app, its sessions and pull requests, and the app builder's chat. */
import { paths, withQuery } from './paths.ts'

export const SESSION_STATES = [
  'queued',
  'running',
  'opening_pull_request',
  'needs_input',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const

export interface SessionsView {
  state?: (typeof SESSION_STATES)[number] | undefined
  cursor?: string | undefined
}

export const PULL_REQUEST_STATES = ['open', 'closed', 'all'] as const

export interface PullRequestsView {
  /** Those that are open unless it says otherwise. */
  state?: (typeof PULL_REQUEST_STATES)[number] | undefined
  cursor?: string | undefined
}

export const codePaths = {
  sessions: (workspaceId: string, appId: string, view: SessionsView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/code`, view),
  session: (workspaceId: string, appId: string, sessionId: string) =>
    `${codePaths.sessions(workspaceId, appId)}/sessions/${encodeURIComponent(sessionId)}`,
  pullRequests: (workspaceId: string, appId: string, view: PullRequestsView = {}) =>
    withQuery(`${codePaths.sessions(workspaceId, appId)}/pull-requests`, view),
  pullRequest: (workspaceId: string, appId: string, number: number) =>
    `${codePaths.pullRequests(workspaceId, appId)}/${number}`,
  repository: (workspaceId: string, appId: string) => `${codePaths.sessions(workspaceId, appId)}/repository`,
  chat: (workspaceId: string, appId: string) => `${paths.app(workspaceId, appId)}/chat`,
}
