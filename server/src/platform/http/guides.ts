import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface GuideGroup {
  group: string
  guides: { name: string; title: string }[]
}

export interface Guides {
  groups: readonly GuideGroup[]
  /** The Markdown of a guide; null for what is none. */
  find(name: string): string | null
}

/** The guides that `guides.json` names, in its order. They are few and small: all stay in memory. */
export function readGuides(folder: string): Guides {
  const names = new Set(readdirSync(folder))
  const listed = names.has('guides.json')
    ? (JSON.parse(readFileSync(join(folder, 'guides.json'), 'utf8')) as { group: string; guides: string[] }[])
    : []
  const texts = new Map(
    listed
      .flatMap(({ guides }) => guides)
      .map((name) => [name, readFileSync(join(folder, `${name}.md`), 'utf8')]),
  )
  return {
    groups: listed.map(({ group, guides }) => ({
      group,
      guides: guides.map((name) => ({ name, title: titleOf(texts.get(name) ?? '', name) })),
    })),
    find: (name) => texts.get(name) ?? null,
  }
}

function titleOf(text: string, name: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? name
}
