/** All keyboard shortcuts: the help sheet lists them from here, and the shell carries them out. */
import type { App, Workspace } from '@atrium/sdk'
import { appNav } from './app-nav.ts'
import { workspaceNav } from './workspace-nav.ts'

export interface Shortcut {
  /** Pressed one after the other; `Mod` is Ctrl, on a Mac Cmd. */
  keys: readonly string[]
  does: string
}

export const GENERAL: readonly Shortcut[] = [
  { keys: ['Mod+K'], does: 'Search and commands, also while you type' },
  { keys: ['/'], does: 'Search and commands' },
  { keys: ['?'], does: 'This list' },
  { keys: ['n'], does: 'Create what the page is for, such as a new app' },
  { keys: ['j'], does: 'To the next line of a list' },
  { keys: ['k'], does: 'To the line before' },
]

/** In a grid of records, while a cell has the focus. */
export const GRID: readonly Shortcut[] = [
  { keys: ['Arrows'], does: 'To the next cell; with Ctrl to the edge' },
  { keys: ['PageUp', 'PageDown'], does: 'A screen up or down' },
  { keys: ['Shift+Arrows'], does: 'Select a range of cells; Shift and a click do the same' },
  { keys: ['Enter'], does: 'Edit the cell; typing replaces what is there' },
  { keys: ['Mod+C'], does: 'Copy the cells, for this grid or a spreadsheet' },
  { keys: ['Mod+V'], does: 'Paste cells' },
  { keys: ['Delete'], does: 'Empty the cells' },
  { keys: ['Mod+Z'], does: 'Take the last change back' },
  { keys: ['Mod+Enter'], does: 'Open the record that the cell refers to' },
  { keys: ['Escape'], does: 'Leave a range, or give up a refused value' },
]

export interface GoTo extends Shortcut {
  key: string
  to: string
}

/** The pages that `g` and a letter lead to: those that this person can open. */
export function goTos(workspace: Workspace, app: App | undefined): { title: string; pages: GoTo[] }[] {
  const pageOf = (label: string, key: string, to: string): GoTo => ({
    ...{ keys: ['g', key], does: label, key, to },
  })
  const ofWorkspace = workspaceNav(workspace.user_role).flatMap(({ key, label, to }) =>
    key === undefined ? [] : pageOf(label, key, to(workspace.id)),
  )
  const ofApp = (app ? appNav(app) : [])
    .flatMap(({ pages }) => pages)
    .flatMap(({ key, label, to }) =>
      key === undefined || !app ? [] : pageOf(label, key, to(workspace.id, app.id)),
    )
  return [
    { title: `Pages of ${workspace.name}`, pages: ofWorkspace },
    ...(app ? [{ title: `Pages of ${app.name}`, pages: ofApp }] : []),
  ]
}

const OFF = 'atrium.single-keys'

/** Single keys can be turned off, for those who steer by voice or press keys by accident. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(OFF) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, 'off')
  } catch {
    // Storage switched off: they stay on.
  }
}
