import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { SideNav } from '../../layout/SideNav.tsx'

interface EntityNavProps {
  label: string
  names: readonly string[]
  current: string | undefined
  pathOf: (name: string) => string
  action?: ReactNode
}

/** The entities of an app. */
export function EntityNav({ label, names, current, pathOf, action }: EntityNavProps) {
  const items = names.map((name) => ({ to: pathOf(name), label: name, isCurrent: name === current }))
  return <SideNav label={label} items={items} action={action} />
}

/** The entity that the address names, if any. */
export function useEntityName(): string | undefined {
  const { entity_name, name } = useParams()
  return entity_name ?? name
}
