export type Fields = Record<string, unknown>

/** A user as the rules of their app see them. */
export interface RuledUser {
  id: string
  email: string
  role: string
  data: Fields
}

/** What an app says of the fields it keeps of its users, in its schema `User`; schemas are another module's. */
export interface UserFields {
  /** What the user may read of their own. */
  readable(appId: string, user: RuledUser): Promise<Fields>
  /** What was sent, checked; refused with 422 where it does not fit, with 403 where a rule does not let this user. */
  writable(appId: string, user: RuledUser, sent: Fields, place: readonly string[]): Promise<Fields>
  /** As `writable`, by those who are not bound by rules. */
  fitting(appId: string, sent: Fields, place: readonly string[]): Promise<Fields>
}
