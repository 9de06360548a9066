import { asksOnlyForRanks } from './member-filter-store.ts'
import type { Listing, memberStore, PlacedMember, Start } from './store.ts'

/**
 * One page and how many match in all. Where many match, the index of the order is walked until the page is full;
 * where few do, that could take the whole index, so all of them are found by other means and sorted.
 */
export async function findMembers(options: {
  store: Omit<ReturnType<typeof memberStore>, 'summary' | 'bumpEpoch' | 'anchors'>
  listing: Listing
  start: Start
  limit: number
  /** How many are in the workspace. */
  members: number
  /** How many match, if it was counted before. */
  known: number | undefined
}): Promise<{ rows: PlacedMember[]; total: number }> {
  const { store, listing, start, limit, members } = options
  const few = Math.round(Math.sqrt(ROWS_OF_A_PAGE * members))
  const known = options.known ?? (await store.keptTotal(listing))
  if (known === null || known <= few) {
    const listed = await store.listIfFew(listing, start, limit, Math.max(few, WORTH_A_TRY))
    if (listed) return { rows: listed.rows, total: known ?? listed.total }
  }
  const total = known ?? (await store.count(listing))
  if (listing.searches.length === 0 && asksOnlyForRanks(listing.filter))
    return { total, rows: await store.walk(listing, start, limit) }
  // Those that match may all stand at the far end of the order; and to count rows off, all of them must be found.
  const enough = Math.ceil((PATIENCE * limit * members) / Math.max(total, 1))
  const walked = start && 'offset' in start ? null : await store.walkSome(listing, start, limit, enough)
  return { total, rows: walked ?? (await store.sift(listing, start, limit)) }
}

/** To sort n of them costs about as much as to walk past `members / n` others for each row of a page. */
const ROWS_OF_A_PAGE = 50
/** With so few the page and the total come from one statement. */
const WORTH_A_TRY = 1_000
/** How many times the rows that should be enough. */
const PATIENCE = 4
