/** Names for what the API answers with, so that callers need not spell out the operation. */
import type { AnswerOf, Operations } from '@atrium/contract'
import type { ItemOf } from './iterate.ts'

export type AccessToken = ItemOf<AnswerOf<Operations['tokens']['list']>>
export type App = AnswerOf<Operations['apps']['read']>
export type AuditEntry = ItemOf<AnswerOf<Operations['audit']['list']>>
export type Collaborator = AnswerOf<Operations['collaborators']['set']>
export type Folder = AnswerOf<Operations['folders']['update']>
export type Me = AnswerOf<Operations['session']['read']>
export type Member = ItemOf<AnswerOf<Operations['members']['list']>>
export type Workspace = ItemOf<AnswerOf<Operations['workspaces']['list']>>
