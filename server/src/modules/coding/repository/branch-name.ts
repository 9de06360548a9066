import { invalid } from '../../../platform/errors.ts'

/** Names that git takes for a branch: what `git check-ref-format --branch` lets pass. */
export function isBranchName(name: string): boolean {
  return (
    name !== '' &&
    !FORBIDDEN.test(name) &&
    !/\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name) &&
    name !== '@' &&
    name !== 'HEAD' &&
    name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
  )
}

export function requireBranchName(name: string, field: string): void {
  if (!isBranchName(name)) throw invalid(['body', field], 'branch_name', 'git takes no branch of this name')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0020\u007f~^:?*[\\]/
