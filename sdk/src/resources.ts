/** Names for what the API answers with, so that callers need not spell out the operation. */
import type { AnswerOf, InputOf, Operations } from '@atrium/contract'
import type { ItemOf } from './iterate.ts'

export type AccessToken = ItemOf<AnswerOf<Operations['tokens']['list']>>
export type AdAccount = AnswerOf<Operations['ads']['accept_terms']>['account']
export type AdCampaign = AnswerOf<Operations['campaigns']['read']>
export type AdLocation = AnswerOf<Operations['ads']['search_locations']>[number]
export type Agent = AnswerOf<Operations['agents']['create']>
export type App = AnswerOf<Operations['apps']['read']>
export type AppWebhook = AnswerOf<Operations['app_webhooks']['read']>
export type AppUser = AnswerOf<Operations['app_users']['invite']>
export type AuditEntry = ItemOf<AnswerOf<Operations['audit']['list']>>
export type AutomationRun = ItemOf<AnswerOf<Operations['automations']['list_runs']>>
export type BackendFunction = AnswerOf<Operations['functions']['list']>['functions'][number]
export type CampaignChange = InputOf<Operations['campaigns']['update']>['body']
export type CampaignInput = InputOf<Operations['ads']['launch']>['body']['campaign']
export type Collaborator = AnswerOf<Operations['collaborators']['set']>
export type Conversation = AnswerOf<Operations['conversations']['read']>
export type CreditUse = ItemOf<AnswerOf<Operations['credits']['list']>>
export type Delivery = AnswerOf<Operations['deliveries']['redeliver']>
export type EntitySchema = AnswerOf<Operations['schemas']['read']>
export type Folder = AnswerOf<Operations['folders']['update']>
export type FunctionDeployment = AnswerOf<Operations['functions']['list_deployments']>['items'][number]
export type FunctionInvocation = ItemOf<AnswerOf<Operations['functions']['list_invocations']>>
export type FunctionLogLine = AnswerOf<Operations['functions']['logs']>[number]
export type Invitation = AnswerOf<Operations['invitations']['create']>
export type LaunchReadiness = AnswerOf<Operations['ads']['launch_readiness']>
export type LibraryAsset = AnswerOf<Operations['assets']['accept']>
export type ListedCampaign = ItemOf<AnswerOf<Operations['campaigns']['list']>>
export type Mail = ItemOf<AnswerOf<Operations['mail']['list']>>
export type Me = AnswerOf<Operations['session']['read']>
export type Member = ItemOf<AnswerOf<Operations['members']['list']>>
export type MemberAccess = AnswerOf<Operations['members']['set_role']>
export type Message = AnswerOf<Operations['messages']['send']>
export type SearchTermRow = AnswerOf<Operations['ads']['search_terms']>[number]
export type SourceCommit = ItemOf<AnswerOf<Operations['source']['commits']>>
export type SourceFile = ItemOf<AnswerOf<Operations['source']['tree']>>
export type StoredFile = ItemOf<AnswerOf<Operations['files']['list']>>
export type Webhook = AnswerOf<Operations['webhooks']['read']>
export type WebhookTest = AnswerOf<Operations['webhooks']['test']>
export type Workspace = ItemOf<AnswerOf<Operations['workspaces']['list']>>
