/** Addresses of the first page of a workspace and of an app, and the days that they show. */
import { paths, withQuery } from './paths.ts'

const OVERVIEW_DAYS = ['7', '14', '30'] as const
export type OverviewDays = (typeof OVERVIEW_DAYS)[number]

export interface OverviewView {
  days?: OverviewDays | undefined
}

/** Two weeks unless the address says otherwise. */
export const overviewDaysOf = (text: string | null): OverviewDays =>
  OVERVIEW_DAYS.find((days) => days === text) ?? '14'

export const homePaths = {
  workspace: (workspaceId: string, view: OverviewView = {}) => withQuery(paths.workspace(workspaceId), view),
  app: (workspaceId: string, appId: string, view: OverviewView = {}) =>
    withQuery(paths.app(workspaceId, appId), view),
}
