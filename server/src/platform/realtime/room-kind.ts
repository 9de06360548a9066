/** What a part of the product offers to listen to. */
import type { Visitor } from '../http/visitor.ts'

/** Somebody who listens, as `authorizeConnection` let them in. */
export interface Guest<Person extends Visitor = Visitor> {
  person: Person
  /** What they came for, as the handshake names it; all their rooms belong to it. */
  app_id: string
}

/** What somebody sees in a room. Those who are seated in one group see the same. */
export interface Seat<View = unknown> {
  group: string
  view: View
}

export interface RoomKind<Deps> {
  /** For the metrics. */
  name: string
  /** What the names of such rooms look like, from their first to their last character. */
  pattern: RegExp
  /** Lets a guest in, or refuses; `parts` are the groups of the pattern. Asked again when rights change. */
  admit(deps: Deps, guest: Guest, parts: Parts): Promise<Seat>
  /** What each group gets to see of a change, as the text to be sent: equal texts are sent as one. Null is nothing. */
  present(deps: Deps, parts: Parts, change: unknown, views: readonly unknown[]): Promise<(string | null)[]>
}

export type Parts = Readonly<Record<string, string>>

/** Changes travel between nodes, so they must survive being written as JSON. */
export function roomKind<Deps, Person extends Visitor, View, Change>(kind: {
  name: string
  pattern: RegExp
  admit(deps: Deps, guest: Guest<Person>, parts: Parts): Promise<Seat<View>>
  present(deps: Deps, parts: Parts, change: Change, views: readonly View[]): Promise<(string | null)[]>
}): RoomKind<Deps> {
  // `authorizeConnection` returns the product's own persons; views and changes come from the kind itself.
  return kind as unknown as RoomKind<Deps>
}
