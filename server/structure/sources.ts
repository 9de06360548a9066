import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Source {
  /** From the root, with slashes. */
  path: string
  text: string
  imports: string[]
}

/** Tests, and what sets their scenes. */
export const isTest = (path: string) =>
  /\.(test|smoke|e2e)\.tsx?$/.test(path) || /(^|\/)(test|structure|processes|e2e)\//.test(path)

/** Every file that git knows or would add, and that is there. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const paths = new Set(listed.split('\n').filter((path) => path && existsSync(join(root, path))))
  return [...paths].sort()
}

/** Our TypeScript with what each file imports; relative imports as paths from the root. */
export function readSources(): Source[] {
  return listFiles()
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const resolve = (target: string) => resolveImport(path, target)
      return { path, text, imports: importsOf(text).map(resolve) }
    })
}

function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function resolveImport(from: string, target: string): string {
  if (!target.startsWith('.')) return target
  return relative('.', normalize(join(dirname(from), target))).replaceAll('\\', '/')
}
