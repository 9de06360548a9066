import { inventNames } from './names.ts'
import { type Random, seededRandom } from './random.ts'
import { WORKSPACE_ID } from './workspace.ts'

export const OWNER_EMAIL = 'demo@example.com'
export const OWNER_ID = 'usr_demo_owner'

type Role = 'owner' | 'admin' | 'editor' | 'viewer' | 'guest'

export interface DemoMember {
  workspace_id: string
  user_id?: string
  email: string
  full_name?: string
  role: Role
  status: 'joined' | 'pending' | 'expired'
  access_state?: 'suspended'
  assigned_via?: 'invitation' | 'group' | 'sso'
  credit_limit?: number
  /** Credits in a month, of which the uses are made. */
  spends?: number
  last_active?: string
  last_seen?: string
  joined_date?: string
  created_date: string
}

/** 250 members in all: how many of each role have joined, were invited, or let their invitation expire. */
const NUMBERS = {
  joined: { admin: 8, editor: 72, viewer: 106, guest: 28 },
  pending: { admin: 1, editor: 9, viewer: 11, guest: 4 },
  expired: { admin: 0, editor: 3, viewer: 5, guest: 2 },
} as const

/** The owner first, then everyone else in no order. */
export function demoMembers(): DemoMember[] {
  const random = seededRandom(20_260_415)
  const places = Object.entries(NUMBERS).flatMap(([status, roles]) =>
    Object.entries(roles).flatMap(([role, count]) =>
      Array.from({ length: count }, () => ({ status: status as keyof typeof NUMBERS, role: role as Role })),
    ),
  )
  const names = inventNames(random, places.length)
  const others = random.shuffled(places).map(({ status, role }, n): DemoMember => {
    const { full_name, plain } = names[n] ?? { full_name: '', plain: `person.${n}` }
    const email = `${plain}@${role === 'guest' ? random.pick(GUEST_DOMAINS) : 'example.com'}`
    const member = { workspace_id: WORKSPACE_ID, email, role, status }
    if (status !== 'joined') return { ...member, ...invitation(random, status) }
    return { ...member, user_id: `usr_demo_${plain.replace('.', '_')}`, full_name, ...history(random, role) }
  })
  return [OWNER, ...others]
}

const GUEST_DOMAINS = ['studio.example.org', 'sawmill.example.net', 'agency.example.org'] as const

const OWNER: DemoMember = {
  workspace_id: WORKSPACE_ID,
  user_id: OWNER_ID,
  email: OWNER_EMAIL,
  full_name: 'Noor van Dijk',
  role: 'owner',
  status: 'joined',
  spends: 96,
  last_active: 'now-25m',
  last_seen: 'now-2m',
  joined_date: 'now-420d',
  created_date: 'now-420d',
}

/** An invitation is open for 60 days. */
function invitation(random: Random, status: 'pending' | 'expired') {
  const days = status === 'pending' ? random.whole(0, 55) : random.whole(61, 140)
  return { created_date: `now-${days * 24 + random.whole(1, 23)}h` }
}

function history(random: Random, role: Role) {
  const joinedDays = random.whole(20, 410)
  const joinedMinutes = joinedDays * 24 * 60
  const seenMinutes = Math.min(random.skewed(60 * 24 * 90, 3), joinedMinutes)
  const activeMinutes = Math.min(seenMinutes + random.whole(0, 60 * 24 * 20), joinedMinutes)
  const usesCredits = random.chance(USES_CREDITS[role])
  const isSuspended = role !== 'admin' && random.chance(0.04)
  const credit_limit =
    role !== 'viewer' && random.chance(0.2) ? random.pick([100, 250, 750, 1_000, 2_000]) : null
  const wished = random.skewed(role === 'viewer' ? 3_000 : 9_000, 2) / 10
  const most = credit_limit ?? 500
  // A few are at their limit; the others take care.
  const spends = wished >= most && Math.floor(wished) % 9 === 0 ? most : Math.ceil(Math.min(wished, most) / 3)
  return {
    ...(isSuspended && { access_state: 'suspended' as const }),
    ...(random.chance(0.35) && { assigned_via: random.pick(['invitation', 'group', 'sso'] as const) }),
    ...(credit_limit !== null && { credit_limit }),
    ...(usesCredits && { spends, last_active: `now-${activeMinutes}m` }),
    ...(random.chance(0.95) && { last_seen: `now-${seenMinutes}m` }),
    joined_date: `now-${joinedDays}d`,
    created_date: `now-${joinedDays + random.whole(0, 9)}d`,
  }
}

const USES_CREDITS: Record<Role, number> = { owner: 1, admin: 0.95, editor: 0.9, viewer: 0.45, guest: 0.25 }
