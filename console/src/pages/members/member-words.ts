/** What the console calls roles, states and numbers of members. */
import type { Member } from '@atrium/sdk'
import type { Option } from '../../ui/Select.tsx'

export type Role = Member['role']
export type GivenRole = 'admin' | 'editor' | 'viewer'
export type InvitedRole = GivenRole | 'guest'

export const ROLE_LABELS: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
  guest: 'Guest',
}

export const STATUS_LABELS: Record<Member['status'], string> = {
  joined: 'Joined',
  pending: 'Invited',
  expired: 'Invitation expired',
}

export const ROLE_OPTIONS: Option[] = Object.entries(ROLE_LABELS).map(([id, label]) => ({ id, label }))
export const STATUS_OPTIONS: Option[] = Object.entries(STATUS_LABELS).map(([id, label]) => ({ id, label }))

export const GIVEN_ROLES: (Option & { id: GivenRole })[] = [
  { id: 'admin', label: 'Admin', description: 'Decides who belongs here and what each may use.' },
  { id: 'editor', label: 'Editor', description: 'Creates apps and changes what all share.' },
  { id: 'viewer', label: 'Viewer', description: 'Looks at everything, changes nothing.' },
]

export const INVITED_ROLES: (Option & { id: InvitedRole })[] = [
  ...GIVEN_ROLES,
  { id: 'guest', label: 'Guest', description: 'Sees only the apps they are given.' },
]

/** The name, or the email when there is none. */
export const nameOf = ({ full_name, email }: Pick<Member, 'full_name' | 'email'>) => full_name || email

export const isInvitation = ({ status }: Pick<Member, 'status'>) => status !== 'joined'

export const countPeople = (count: number) => counted(count, 'person', 'people')

export function counted(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function formatNumber(value: number): string {
  return NUMBER.format(value)
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
