import type { Member } from '@atrium/sdk'
import { useState } from 'react'
import { countPeople, nameOf } from './member-words.ts'
import type { Refusal } from './Refusals.tsx'

/** Whom a change is still for, once those who were refused are left out. */
export function useThoseLeft(members: readonly Member[]) {
  const [left, setLeft] = useState(members)
  const [first] = left
  return {
    left,
    leaveOut: (refused: readonly Refusal[]) => {
      const out = new Set(refused.map(({ email }) => email.toLowerCase()))
      setLeft(left.filter(({ email }) => !out.has(email.toLowerCase())))
    },
    who: first && left.length === 1 ? nameOf(first) : countPeople(left.length),
  }
}
