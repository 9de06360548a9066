import type { App } from '@atrium/sdk'
import { AppWindow, Bot, type LucideIcon } from 'lucide-react'

export const KINDS: Record<App['kind'], { label: string; description: string; icon: LucideIcon }> = {
  app: { label: 'App', description: 'A program with pages and data that people open.', icon: AppWindow },
  agent: { label: 'Agent', description: 'An assistant that people and programs talk to.', icon: Bot },
}

export const VISIBILITY: Record<App['public_settings'], { label: string; description: string }> = {
  private_with_login: { label: 'Private', description: 'Only people given access, after signing in.' },
  workspace_with_login: { label: 'Workspace', description: 'Everyone in the workspace, after signing in.' },
  public_with_login: { label: 'Public with sign-in', description: 'Anyone who signs in.' },
  public_without_login: { label: 'Public', description: 'Anyone with the link.' },
}
