import type { DemoMember } from './people.ts'
import { seededRandom } from './random.ts'

/** Guests see only what they were given: one to three of these apps each. */
export function demoCollaborators(members: readonly DemoMember[]) {
  const random = seededRandom(7)
  return members
    .filter(({ role, status }) => role === 'guest' && status === 'joined')
    .flatMap(({ user_id }) =>
      random
        .shuffled(FOR_GUESTS)
        .slice(0, random.whole(1, 3))
        .map((app) => ({
          app_id: `app_demo_${app}`,
          user_id,
          role: random.pick(['viewer', 'viewer', 'editor']),
        })),
    )
}

const FOR_GUESTS = ['suppliers', 'storefront', 'field_visits', 'helpdesk', 'prototype'] as const
