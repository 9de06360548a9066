import { beforeAll } from 'vitest'
import type { SharedApp } from './app.ts'
import type { Person } from './make.ts'

/** In the order in which they are made; all but the stranger are in one workspace. */
const ROLES = ['owner', 'admin', 'editor', 'viewer', 'guest'] as const

type Team = Record<(typeof ROLES)[number] | 'stranger', Person>

/**
 * The people of a test file, made before its tests, or before each one with `beforeEach`.
 * Only those who are taken out of the team are made: `const { owner, viewer } = useTeam(app)`.
 */
export function useTeam(app: SharedApp, before: (make: () => Promise<void>) => void = beforeAll): Team {
  const team: Partial<Team> = {}
  before(async () => {
    const workspace = await app.make.workspace()
    for (const role of ROLES) {
      const person = team[role]
      if (person) Object.assign(person, await app.make.person(role, workspace))
    }
    if (team.stranger) Object.assign(team.stranger, await app.make.person('owner'))
  })
  return new Proxy({} as Team, {
    get(_, name: keyof Team) {
      team[name] ??= {} as Person
      return team[name]
    },
  })
}
