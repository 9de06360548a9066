/**
 * Where the next page of members begins, as a sealed text of at most 256 characters that is only good for one
 * list. It carries ids and numbers, no names or emails: those are looked up by the row when it is used.
 */
import { hashSecret, type Secrets } from '../../platform/secrets.ts'
import type { MemberOrder, memberStore, PlacedMember, Start } from './store.ts'

/** A row near the end of a page: its id, what it was sorted by, its rank in the default order. */
type Anchor = readonly [id: number, key: number | null, default_rank: number]

interface Position {
  /** How many rows come before. */
  offset: number
  next: Anchor
  /** The last rows of the page, the very last one first. */
  last: readonly Anchor[]
}

export interface MemberCursors {
  /** After `shown` rows; `last` are the last ones of the page, `next` the first that is not on it. */
  write(shown: number, last: readonly PlacedMember[], next: PlacedMember): string
  /** Undefined for a text that is not ours for this list. */
  read(cursor: string | null | undefined): Position | undefined
}

export function memberCursors(secrets: Secrets, list: readonly unknown[]): MemberCursors {
  const purpose = `cursor members.list ${hashSecret(JSON.stringify(list)).toString('base64url')}`
  return {
    write: (shown, last, next) =>
      secrets.encrypt(
        purpose,
        JSON.stringify([shown, anchorAt(next), ...last.slice(-ANCHORS).reverse().map(anchorAt)]),
      ),
    read(cursor) {
      const text = cursor == null ? undefined : unsealed(secrets, purpose, cursor)
      if (text === undefined) return undefined
      const [offset, next, ...last] = JSON.parse(text)
      return { offset, next, last }
    },
  }
}

/**
 * Behind the last row of the page before; when that is gone, behind the one before it, which is the same place; when
 * a whole page is gone, at the row that was to come next. Only when none of them is left, the rows are counted off.
 */
export async function startOf(
  store: Pick<ReturnType<typeof memberStore>, 'anchors'>,
  workspaceId: string,
  order: MemberOrder,
  position: Position | undefined,
): Promise<Start> {
  if (!position) return null
  const { last, next, offset } = position
  const rows = await store.anchors(
    workspaceId,
    [next, ...last].map(([id]) => id),
  )
  const places = [
    ...last.map((anchor) => ({ anchor, from: 'behind' as const })),
    { anchor: next, from: 'here' as const },
  ]
  for (const { anchor, from } of places) {
    const [id, key, default_rank] = anchor
    const row = rows.get(id)
    if (!row || (order?.by === 'member' && key !== fingerprint(row.sort_name))) continue
    return { from, sort_key: order?.by === 'member' ? row.sort_name : key, default_rank, email: row.email }
  }
  return { offset }
}

const ANCHORS = 2

function anchorAt({ id, sort_key, default_rank }: PlacedMember): Anchor {
  return [id, typeof sort_key === 'string' ? fingerprint(sort_key) : sort_key, default_rank]
}

/** Whether someone still has the name they had. */
function fingerprint(name: string): number {
  return hashSecret(name).readUInt32BE(0)
}

function unsealed(secrets: Secrets, purpose: string, cursor: string): string | undefined {
  try {
    return secrets.decrypt(purpose, cursor)
  } catch {
    return undefined
  }
}
