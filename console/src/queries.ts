/** What the console reads, each with its key. The first part of a key is the area that `refresh` names. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client, workspaceClient } from './api.ts'
import { startOfDay, startOfNextDay } from './days.ts'
import { isSignedOut } from './explain-error.ts'
import { listedBy } from './members-view.ts'
import type { FilesView, NamedView } from './named-paths.ts'
import type {
  AppsView,
  AppUsersView,
  AuditView,
  CreditsView,
  DeliveriesView,
  MembersView,
  RecordsView,
  WebhookOwner,
} from './paths.ts'
import { webhooksOf } from './webhooks-of.ts'

export const PAGE_SIZE = 50
/** Each carries its attempts, and the first page is read again while something waits. */
const DELIVERIES_PAGE_SIZE = 25

export interface EntityRecord {
  id: string
  [field: string]: unknown
}

/** For calls that go past the rules of an entity. */
export function rulesHeader(past_rules: RecordsView['past_rules']): Record<string, string> {
  return past_rules ? { 'x-bypass-rls': 'true' } : {}
}

export const queries = {
  session: () =>
    queryOptions({
      queryKey: ['session'],
      queryFn: ({ signal }) => client.session.read({ signal }),
      staleTime: 60_000,
    }),

  /** Who is signed in, or null, for a page that is open to all. */
  visitor: () =>
    queryOptions({
      queryKey: ['visitor'],
      queryFn: async ({ signal }) => {
        try {
          return await client.session.read({ signal })
        } catch (error) {
          if (isSignedOut(error)) return null
          throw error
        }
      },
      staleTime: 0,
    }),

  /** What the link of an invitation is for. */
  invitation: (invitation_token: string) =>
    queryOptions({
      queryKey: ['invitation', invitation_token],
      queryFn: ({ signal }) => client.invitations.preview({ invitation_token }, { signal }),
    }),

  folders: (workspaceId: string) =>
    queryOptions({
      queryKey: ['folders', workspaceId],
      queryFn: async ({ signal }) =>
        (await workspaceClient(workspaceId).folders.tree({}, { signal })).folders,
    }),

  apps: (workspaceId: string, { folder, search, sort, cursor }: AppsView) =>
    queryOptions({
      queryKey: ['apps', workspaceId, { folder, search, sort, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).apps.list(
          { folder_id: folder, search, sort, cursor, limit: PAGE_SIZE },
          { signal },
        ),
    }),

  /** All apps by name, a hundred at a time, to choose from. */
  appChoices: (workspaceId: string) =>
    infiniteQueryOptions({
      queryKey: ['apps', workspaceId, 'choices'],
      queryFn: ({ signal, pageParam: cursor }) =>
        workspaceClient(workspaceId).apps.list(
          { sort: 'name', fields: 'id,name,kind', limit: 100, cursor },
          { signal },
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),

  app: (appId: string) =>
    queryOptions({
      queryKey: ['apps', 'one', appId],
      queryFn: ({ signal }) => client.apps.read({ app_id: appId }, { signal }),
    }),

  agents: (workspaceId: string, { search, cursor }: NamedView) =>
    queryOptions({
      queryKey: ['agents', workspaceId, { search, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).agents.list({ search, cursor, limit: PAGE_SIZE }, { signal }),
    }),

  /** The caller's own conversation with the agent; the first visit makes it. */
  conversation: (agentId: string) =>
    queryOptions({
      queryKey: ['conversations', agentId],
      queryFn: async ({ signal }) => {
        const { id } = await client.conversations.open({ agent_id: agentId }, {}, { signal })
        return client.conversations.read({ agent_id: agentId, conversation_id: id }, { signal })
      },
      meta: { makes: true },
    }),

  appUsers: (appId: string, { search, cursor }: AppUsersView) =>
    queryOptions({
      queryKey: ['app_users', appId, { search, cursor }],
      queryFn: ({ signal }) =>
        client.app_users.list({ app_id: appId }, { search, cursor, limit: PAGE_SIZE }, { signal }),
    }),

  signInSettings: (appId: string) =>
    queryOptions({
      queryKey: ['sign_in_settings', appId],
      queryFn: ({ signal }) => client.sign_in_settings.read({ app_id: appId }, { signal }),
    }),

  files: (appId: string, { visibility, search, cursor }: FilesView) =>
    queryOptions({
      queryKey: ['files', appId, { visibility, search, cursor }],
      queryFn: ({ signal }) =>
        client.files.list({ app_id: appId }, { visibility, search, cursor, limit: PAGE_SIZE }, { signal }),
    }),

  site: (appId: string) =>
    queryOptions({
      queryKey: ['site', appId],
      queryFn: ({ signal }) => client.site.read({ app_id: appId }, { signal }),
    }),

  /** All that are kept. */
  siteRevisions: (appId: string) =>
    queryOptions({
      queryKey: ['site', appId, 'revisions'],
      queryFn: async ({ signal }) =>
        (await client.site.list_revisions({ app_id: appId }, { limit: PAGE_SIZE }, { signal })).items,
    }),

  siteDomains: (appId: string) =>
    queryOptions({
      queryKey: ['site', appId, 'domains'],
      queryFn: async ({ signal }) => (await client.domains.list({ app_id: appId }, { signal })).items,
    }),

  /** The schemas of an app's entities by name. */
  schemas: (appId: string) =>
    queryOptions({
      queryKey: ['schemas', appId],
      queryFn: async ({ signal }) =>
        (await client.schemas.list({ app_id: appId }, { signal })).entityNameToSchema,
    }),

  /** As it is now, once it is known that somebody changed it. */
  record: (appId: string, entityName: string, id: string, past_rules: RecordsView['past_rules']) =>
    queryOptions({
      queryKey: ['records', appId, entityName, 'one', id, { past_rules }],
      queryFn: async ({ signal }) => {
        const at = { app_id: appId, entity_name: entityName, entity_id: id }
        return (await client.records.get(at, { signal, headers: rulesHeader(past_rules) })) as EntityRecord
      },
      staleTime: 0,
      gcTime: 0,
      networkMode: 'always',
    }),

  recordCount: (appId: string, entityName: string, { q, past_rules }: RecordsView) =>
    queryOptions({
      queryKey: ['records', appId, entityName, 'count', { q, past_rules }],
      queryFn: async ({ signal }) => {
        const at = { app_id: appId, entity_name: entityName }
        const headers = rulesHeader(past_rules)
        return (await client.records.count(at, { q }, { signal, headers })).count
      },
    }),

  /** What somebody may do with the newest records; by the saved schema unless another is given. */
  tried: (appId: string, name: string, body: Parameters<typeof client.schemas.try_rules>[1]) =>
    queryOptions({
      queryKey: ['records', appId, name, 'tried', body],
      queryFn: ({ signal }) => client.schemas.try_rules({ app_id: appId, name }, body, { signal }),
      staleTime: 0,
    }),

  webhooks: (owner: WebhookOwner) =>
    queryOptions({
      queryKey: ['webhooks', owner],
      queryFn: ({ signal }) => webhooksOf(owner).list(signal),
    }),

  webhook: (owner: WebhookOwner, webhookId: string) =>
    queryOptions({
      queryKey: ['webhooks', owner, webhookId],
      queryFn: ({ signal }) => webhooksOf(owner).read(webhookId, signal),
    }),

  deliveries: (owner: WebhookOwner, webhookId: string, view: DeliveriesView) =>
    queryOptions({
      queryKey: ['deliveries', owner, webhookId, view],
      queryFn: ({ signal }) =>
        webhooksOf(owner).deliveries(webhookId, { ...view, limit: DELIVERIES_PAGE_SIZE }, signal),
    }),

  collaborators: (appId: string) =>
    queryOptions({
      queryKey: ['collaborators', appId],
      queryFn: ({ signal }) => client.collaborators.list({ app_id: appId }, { limit: 100 }, { signal }),
    }),

  tokens: (workspaceId: string, { search, cursor }: NamedView) =>
    queryOptions({
      queryKey: ['tokens', workspaceId, { search, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).tokens.list({ search, cursor, limit: PAGE_SIZE }, { signal }),
    }),

  members: (workspaceId: string, view: MembersView) =>
    queryOptions({
      queryKey: ['members', workspaceId, view],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).members.list({ ...listedBy(view), page_size: PAGE_SIZE }, { signal }),
    }),

  /** The caller's month; for owners and admins the workspace's too. */
  credits: (workspaceId: string) =>
    queryOptions({
      queryKey: ['credits', workspaceId],
      queryFn: ({ signal }) => workspaceClient(workspaceId).credits.read({}, { signal }),
    }),

  creditUses: (workspaceId: string, { user, app, kind, from, to, cursor }: CreditsView) =>
    queryOptions({
      queryKey: ['credits', workspaceId, 'uses', { user, app, kind, from, to, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).credits.list(
          {
            user_id: user,
            app_id: app,
            kind,
            since: from && startOfDay(from),
            until: to && startOfNextDay(to),
            cursor,
            limit: PAGE_SIZE,
          },
          { signal },
        ),
    }),

  audit: (workspaceId: string, { action, actor_email, cursor }: AuditView) =>
    queryOptions({
      queryKey: ['audit', workspaceId, { action, actor_email, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).audit.list(
          { action, actor_email, cursor, limit: PAGE_SIZE },
          { signal },
        ),
    }),
}
