import type { SessionRow } from '../../tables.ts'

const ID_CHARACTERS = 8
const SLUG_CHARACTERS = 40

/** Of the branch that a session makes: part of its id, so that no two are the same, and what it is about. */
export function branchNameOf({ id, title }: Pick<SessionRow, 'id' | 'title'>): string {
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS)
    .replaceAll(/^-+|-+$/g, '')
  return `session/${id.slice(-ID_CHARACTERS)}${slug && `-${slug}`}`
}
