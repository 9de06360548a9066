import { formatDay } from '../../days.ts'
import { fill } from '../../language/fill.ts'
import { listIn, ROLES, STATUSES, termsIn } from '../../members-view.ts'
import type { MembersView } from '../../paths.ts'
import { counted, ROLE_LABELS, STATUS_LABELS } from './member-words.ts'
import { words } from './words.ts'

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
    roles.length > 0 && {
      id: 'role',
      label: fill(words.roleRoles, { roles: roles.join(', ') }),
      without: { role: undefined },
    },
    statuses.length > 0 && {
      id: 'status',
      label: fill(words.statusStatuses, { statuses: statuses.join(', ') }),
      without: { status: undefined },
    },
    limit && {
      id: 'limit',
      label: limit === 'own' ? words.withALimitOf : words.withoutALimitOf,
      without: { limit: undefined },
    },
    apps && {
      id: 'apps',
      label: fill(words.appsApps, { apps }),
      without: { apps_min: undefined, apps_max: undefined },
    },
    agents && {
      id: 'agents',
      label: fill(words.agentsAgents, { agents }),
      without: { agents_min: undefined, agents_max: undefined },
    },
    active && {
      id: 'active',
      label: fill(words.lastActiveActive, { active }),
      without: { active_from: undefined, active_to: undefined },
    },
    terms.length > 0 && {
      id: 'any',
      label:
        terms.length === 1
          ? fill(words.anyOfTerm, { term: terms[0] ?? '' })
          : fill(words.anyOfCount, { count: counted(terms.length, 'term', 'terms') }),
      without: { any: undefined },
    },
  ]
  return all.filter((filter) => typeof filter === 'object')
}

function rangeOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? from : fill(words.fromToTo, { from, to })
  if (from) return fill(words.fromFrom, { from })
  return to && fill(words.upToTo, { to })
}
