import type { AvailableConnector } from '@atrium/sdk'
import { CheckboxList } from '../../ui/CheckboxList.tsx'
import { words } from './words.ts'

interface ScopeChoiceProps {
  connector: AvailableConnector
  value: readonly string[]
  onChange: (scopes: string[]) => void
}

/** What the app may do at the service, in words. */
export function ScopeChoice({ connector, value, onChange }: ScopeChoiceProps) {
  const known = connector.scopes.map(({ name, description }) => ({
    id: name,
    label: description,
    description: name,
  }))
  // Asked for by a program: they stay unless somebody takes them away.
  const others = value
    .filter((name) => !connector.scopes.some((scope) => scope.name === name))
    .map((name) => ({ id: name, label: name }))
  return (
    <CheckboxList
      label={words.theAppMay}
      options={[...known, ...others]}
      value={[...value]}
      onChange={onChange}
    />
  )
}

/** Those of the connection, or else those that the service suggests. */
export function scopesAtFirst(
  connector: AvailableConnector,
  granted: readonly string[] | undefined,
): string[] {
  if (granted && granted.length > 0) return [...granted]
  return connector.scopes.filter(({ is_default }) => is_default).map(({ name }) => name)
}

export const isSameChoice = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name) => b.includes(name))
