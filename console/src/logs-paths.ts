/** Addresses of the visits of an app's pages. */
import { paths, withQuery } from './paths.ts'

export interface AppLogsView {
  page?: string | undefined
  /** The id of a person. */
  user?: string | undefined
  /** The first and the last day, in UTC. */
  from?: string | undefined
  to?: string | undefined
  /** How many days the chart has. */
  days?: string | undefined
  cursor?: string | undefined
}

export const logsPaths = {
  logs: (workspaceId: string, appId: string, view: AppLogsView = {}) =>
    withQuery(`${paths.app(workspaceId, appId)}/logs`, view),
}
