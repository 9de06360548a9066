/** All keyboard shortcuts: the help sheet lists them from here, and the shell carries them out. */
import type { App, Workspace } from '@atrium/sdk'
import { fill } from '../language/fill.ts'
import { appNav } from './app-nav.ts'
import { words } from './words.ts'
import { workspaceNav } from './workspace-nav.ts'

export interface Shortcut {
  /** Pressed one after the other; `Mod` is Ctrl, on a Mac Cmd. */
  keys: readonly string[]
  does: string
}

export const GENERAL: readonly Shortcut[] = [
  { keys: ['Mod+K'], does: words.searchAndCommandsAlso },
  { keys: ['/'], does: words.searchAndCommands },
  { keys: ['?'], does: words.thisList },
  { keys: ['n'], does: words.createWhatThePage },
  { keys: ['j'], does: words.toTheNextLine },
  { keys: ['k'], does: words.toTheLineBefore },
]

/** In a grid of records, while a cell has the focus. */
export const GRID: readonly Shortcut[] = [
  { keys: ['Arrows'], does: words.toTheNextCell },
  { keys: ['PageUp', 'PageDown'], does: words.aScreenUpOr },
  { keys: ['Shift+Arrows'], does: words.selectARangeOf },
  { keys: ['Enter'], does: words.editTheCellTyping },
  { keys: ['Mod+C'], does: words.copyTheCellsFor },
  { keys: ['Mod+V'], does: words.pasteCells },
  { keys: ['Delete'], does: words.emptyTheCells },
  { keys: ['Mod+Z'], does: words.takeTheLastChange },
  { keys: ['Mod+Enter'], does: words.openTheRecordThat },
  { keys: ['Escape'], does: words.leaveARangeOr },
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
    { title: fill(words.pagesOfName, { name: workspace.name }), pages: ofWorkspace },
    ...(app ? [{ title: fill(words.pagesOfName, { name: app.name }), pages: ofApp }] : []),
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
