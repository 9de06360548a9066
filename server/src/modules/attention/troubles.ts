import type { ATTENTION_KINDS, ATTENTION_SEVERITIES, AttentionItem } from '@atrium/contract/attention'
import type { Static } from 'typebox'
import type { AppOfRow, AppScope } from '../../tenancy/index.ts'

export type Kind = (typeof ATTENTION_KINDS)[number]
export type Severity = (typeof ATTENTION_SEVERITIES)[number]
export type Item = Static<typeof AttentionItem>

/** Something that needs somebody, as a part of the product reports it. */
export interface Trouble {
  kind: Kind
  severity: Severity
  /** Null where it is about the workspace. */
  app: AppOfRow | null
  subject: Omit<Item['subject'], 'parent_id'> & { parent_id?: string }
  detail: string
  since: Date | null
  /** Distinguishes this trouble from others of its kind, and from an earlier one of the same thing that has ended. */
  key: string
  /** The only people who can do something about it; all who may open it unless that is set. */
  emails?: readonly string[]
}

/** Where troubles of some kinds are found. One round trip, at most `limit` of each kind. */
export interface TroubleSource {
  kinds: readonly Kind[]
  /** The role that may open what the troubles are about. */
  need: 'viewer' | 'editor' | 'admin'
  list(scope: AppScope): Promise<Trouble[]>
}
