/** What a workspace has that somebody creates by themselves. */
import { ConfigError } from './config-error.ts'

export const newWorkspaceSettings = {
  NEW_WORKSPACE_CREDITS: {
    default: '1000',
    meaning: 'Credits a month of a workspace that somebody creates; `off` for no limit',
  },
} as const

export interface NewWorkspaceSettings {
  /** Null: no limit. */
  new_workspace_credits: number | null
}

export function readNewWorkspaceSettings(text: string | null): NewWorkspaceSettings {
  const given = text ?? newWorkspaceSettings.NEW_WORKSPACE_CREDITS.default
  if (given === 'off') return { new_workspace_credits: null }
  if (!/^\d{1,12}$/.test(given))
    throw new ConfigError(`NEW_WORKSPACE_CREDITS=${given} is neither a whole number nor off.`)
  return { new_workspace_credits: Number(given) }
}
