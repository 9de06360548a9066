import { formatDay } from '../../days.ts'
import { listIn, ROLES, STATUSES, termsIn } from '../../members-view.ts'
import type { MembersView } from '../../paths.ts'
import { counted, ROLE_LABELS, STATUS_LABELS } from './member-words.ts'

interface FilterOn {
  id: string
  label: string
  /** The change of the view that turns it off. */
  without: MembersView
}

/** The filters of a view in words, with the way to turn each off. */
export function filtersOn(view: MembersView): FilterOn[] {
  const { role = '', status = '', limit, any = '' } = view
  const roles = listIn(role, ROLES).map((id) => ROLE_LABELS[id])
  const statuses = listIn(status, STATUSES).map((id) => STATUS_LABELS[id])
  const terms = termsIn(any)
  const apps = rangeOf(view.apps_min, view.apps_max)
  const agents = rangeOf(view.agents_min, view.agents_max)
  const active = rangeOf(
    view.active_from && formatDay(view.active_from),
    view.active_to && formatDay(view.active_to),
  )
  const all: (FilterOn | false | '' | undefined)[] = [
    roles.length > 0 && { id: 'role', label: `Role: ${roles.join(', ')}`, without: { role: undefined } },
    statuses.length > 0 && {
      id: 'status',
      label: `Status: ${statuses.join(', ')}`,
      without: { status: undefined },
    },
    limit && {
      id: 'limit',
      label: limit === 'own' ? 'With a limit of their own' : 'Without a limit of their own',
      without: { limit: undefined },
    },
    apps && { id: 'apps', label: `Apps: ${apps}`, without: { apps_min: undefined, apps_max: undefined } },
    agents && {
      id: 'agents',
      label: `Agents: ${agents}`,
      without: { agents_min: undefined, agents_max: undefined },
    },
    active && {
      id: 'active',
      label: `Last active: ${active}`,
      without: { active_from: undefined, active_to: undefined },
    },
    terms.length > 0 && {
      id: 'any',
      label: terms.length === 1 ? `Any of: ${terms[0]}` : `Any of ${counted(terms.length, 'term', 'terms')}`,
      without: { any: undefined },
    },
  ]
  return all.filter((filter) => typeof filter === 'object')
}

function rangeOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? from : `${from} to ${to}`
  if (from) return `from ${from}`
  return to && `up to ${to}`
}
