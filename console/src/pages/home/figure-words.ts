/** The figures of an overview: what each is called, which page it leads to, and whether more of it is good. */
import type { AppOverview } from '@atrium/sdk'
import { formatMoney } from '../../money.ts'
import { paths } from '../../paths.ts'

export type FigureName = keyof AppOverview['figures']

interface FigureWords {
  name: FigureName
  label: string
  /** Null when more is neither good nor bad. */
  better: 'more' | 'less' | null
  ofApp: (workspaceId: string, appId: string) => string
  /** Where it can be seen app by app unless it has a page of its own. */
  ofWorkspace: (workspaceId: string) => string
}

const apps = (workspaceId: string) => paths.apps(workspaceId)

export const FIGURES: readonly FigureWords[] = [
  { name: 'visits', label: 'Visits', better: 'more', ofApp: paths.analytics, ofWorkspace: apps },
  { name: 'active_users', label: 'Active users', better: 'more', ofApp: paths.analytics, ofWorkspace: apps },
  { name: 'new_users', label: 'New users', better: 'more', ofApp: paths.appUsers, ofWorkspace: apps },
  { name: 'failed_calls', label: 'Failed calls', better: 'less', ofApp: paths.functions, ofWorkspace: apps },
  {
    name: 'failed_runs',
    label: 'Failed runs',
    better: 'less',
    ofApp: (workspaceId, appId) => paths.allRuns(workspaceId, appId, { status: 'failed' }),
    ofWorkspace: apps,
  },
  {
    name: 'deliveries_succeeded',
    label: 'Deliveries',
    better: null,
    ofApp: (workspaceId, id) => paths.webhooks(workspaceId, { kind: 'app', id }),
    ofWorkspace: apps,
  },
  {
    name: 'deliveries_failed',
    label: 'Failed deliveries',
    better: 'less',
    ofApp: (workspaceId, id) => paths.webhooks(workspaceId, { kind: 'app', id }),
    ofWorkspace: apps,
  },
  { name: 'ad_spend', label: 'Ad spend', better: null, ofApp: paths.ads, ofWorkspace: apps },
  {
    name: 'credits_used',
    label: 'Credits used',
    better: null,
    ofApp: (workspaceId, app) => paths.credits(workspaceId, { app }),
    ofWorkspace: paths.credits,
  },
]

export function formatFigure(value: number, currency: string | null): string {
  return currency === null ? COUNT.format(value) : formatMoney(value, currency)
}

/** `12 % more`; null when there is nothing to compare with. */
export function describeChange(value: number, previous: number | null): string | null {
  if (previous === null) return null
  if (previous === 0) return value === 0 ? 'As before' : 'None in the days before'
  const change = (value - previous) / previous
  if (Math.abs(change) < 0.005) return 'As before'
  return `${PERCENT.format(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`
}

const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 })

/** How many days the figures can be of. */
export const DAYS = [
  { id: '7', label: 'Last 7 days' },
  { id: '14', label: 'Last 14 days' },
  { id: '30', label: 'Last 30 days' },
]
