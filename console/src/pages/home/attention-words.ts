/** What each kind of trouble is called, its one action, and the exact place that the action leads to. */
import type { AttentionItem } from '@atrium/sdk'
import { codePaths } from '../../code-paths.ts'
import { paths } from '../../paths.ts'
import { workspacePaths } from '../../workspace-paths.ts'

export type AttentionKind = AttentionItem['kind']

interface AttentionWords {
  title: string
  action: string
  to: (workspaceId: string, item: AttentionItem) => string
}

const appOf = ({ app_id }: AttentionItem) => app_id ?? ''
const ownerOf = ({ app_id, app_kind }: AttentionItem) => ({
  kind: app_kind ?? ('app' as const),
  id: app_id ?? '',
})

export const ATTENTION: Record<AttentionKind, AttentionWords> = {
  webhook_disabled: {
    title: 'A webhook is off',
    action: 'See the failed deliveries',
    to: (workspaceId, item) =>
      paths.deliveries(workspaceId, ownerOf(item), item.subject.id, { status: 'failed' }),
  },
  webhook_failing: {
    title: 'Deliveries fail',
    action: 'See the failed deliveries',
    to: (workspaceId, item) =>
      paths.deliveries(workspaceId, ownerOf(item), item.subject.id, { status: 'failed' }),
  },
  run_failed: {
    title: 'A run failed',
    action: 'See why',
    to: (workspaceId, item) =>
      paths.run(workspaceId, appOf(item), item.subject.parent_id ?? '', item.subject.id),
  },
  decision_waiting: {
    title: 'A run waits for a decision',
    action: 'Decide',
    to: (workspaceId, item) =>
      paths.run(workspaceId, appOf(item), item.subject.parent_id ?? '', item.subject.id),
  },
  automation_failed: {
    title: 'An automation failed',
    action: 'See its runs',
    to: (workspaceId, item) =>
      paths.functionPart(
        workspaceId,
        appOf(item),
        item.subject.parent_id ?? item.subject.name,
        'automations',
      ),
  },
  finding_critical: {
    title: 'A critical finding',
    action: 'Fix it',
    to: (workspaceId, item) =>
      paths.security(workspaceId, appOf(item), { severity: 'critical', finding: item.subject.id }),
  },
  connection_expired: {
    title: 'A connection expired',
    action: 'Connect again',
    to: (workspaceId, item) => paths.connectors(workspaceId, appOf(item)),
  },
  session_needs_input: {
    title: 'A coding session asks something',
    action: 'Answer',
    to: (workspaceId, item) => codePaths.session(workspaceId, appOf(item), item.subject.id),
  },
  test_failing: {
    title: 'A test fails',
    action: 'See the run',
    to: (workspaceId, item) => paths.testRun(workspaceId, appOf(item), item.subject.id),
  },
  campaign_limited: {
    title: 'A campaign is limited',
    action: 'Look at the campaign',
    to: (workspaceId, item) => paths.adCampaign(workspaceId, appOf(item), item.subject.id),
  },
  ad_account_held: {
    title: 'The ad account is on hold',
    action: 'Look at the account',
    to: (workspaceId, item) => paths.ads(workspaceId, appOf(item)),
  },
  terms_unaccepted: {
    title: 'Terms wait for you',
    action: 'Read and accept them',
    to: (workspaceId, item) => paths.ads(workspaceId, appOf(item)),
  },
  domain_unverified: {
    title: 'A domain is not verified',
    action: 'Verify it',
    to: (workspaceId, item) => paths.site(workspaceId, appOf(item)),
  },
  member_at_limit: {
    title: 'A member is at the credit limit',
    action: 'Change the limit',
    to: (workspaceId, item) => paths.members(workspaceId, { search: item.subject.name }),
  },
  token_expiring: {
    title: 'A token ends soon',
    action: 'Replace it',
    to: (workspaceId, { subject }) =>
      subject.parent_id === null ? paths.tokens(workspaceId) : workspacePaths.serviceAccounts(workspaceId),
  },
  backup_old: {
    title: 'The latest backup is old',
    action: 'See the backups',
    to: (workspaceId) => workspacePaths.backups(workspaceId),
  },
  quota_nearly_used: {
    title: 'A quota is nearly used up',
    action: 'See what uses it',
    to: (workspaceId, item) =>
      item.app_id === null ? workspacePaths.settings(workspaceId) : paths.app(workspaceId, item.app_id),
  },
}

export const SEVERITIES = {
  critical: { label: 'Critical', tone: 'danger' },
  warning: { label: 'Warning', tone: 'caution' },
  info: { label: 'Note', tone: 'neutral' },
} as const

const HOUR_MS = 3_600_000

export const SNOOZES = [
  { label: 'For four hours', until: (now: Date) => new Date(now.getTime() + 4 * HOUR_MS) },
  { label: 'For a day', until: (now: Date) => new Date(now.getTime() + 24 * HOUR_MS) },
  { label: 'For a week', until: (now: Date) => new Date(now.getTime() + 7 * 24 * HOUR_MS) },
] as const

export const LEAST_SEVERITIES = [
  { id: 'critical', label: 'Only what is critical' },
  { id: 'warning', label: 'Warnings and what is critical' },
  { id: 'info', label: 'Everything, notes too' },
] as const
