/** A function being edited: what is deployed, and what differs from it. */
import type { BackendFunction } from '@atrium/sdk'
import { useMemo, useState } from 'react'
import { useOutletContext } from 'react-router'
import { type BuildProblem, problemsOf, type SourceFile } from './build-problems.ts'
import { words } from './words.ts'

export type Access = BackendFunction['access']

export interface FunctionParts {
  entry: string
  files: readonly SourceFile[]
  access: Access
}

export interface FunctionDraft extends FunctionParts {
  appId: string
  deployed: BackendFunction
  canEdit: boolean
  isChanged: boolean
  /** Something else was deployed since the draft was begun. */
  isOvertaken: boolean
  /** Of the last deployment that was refused, as far as its files are still as they were. */
  problems: readonly BuildProblem[]
  setContent(path: string, content: string): void
  addFile(path: string): void
  renameFile(path: string, to: string): void
  removeFile(path: string): void
  setEntry(path: string): void
  setAccess(access: Access): void
  /** Shows what the server refused, or clears it. */
  setRefusal(error: unknown): void
  /** Begins again with what is deployed. */
  discard(): void
}

interface StandingProblem extends BuildProblem {
  /** What the file held: once it is changed, the problem is not its any more. */
  standing: string | undefined
}

export function useFunctionDraft(appId: string, deployed: BackendFunction, canEdit: boolean): FunctionDraft {
  const [parts, setParts] = useState<FunctionParts>(() => partsOf(deployed))
  const [begunWith, setBegunWith] = useState(deployed)
  const [isOvertaken, setOvertaken] = useState(false)
  const [refused, setRefused] = useState<readonly StandingProblem[]>([])
  if (begunWith.deployment_id !== deployed.deployment_id) {
    setBegunWith(deployed)
    const isMine = !isSame(parts, begunWith)
    if (!isMine) setParts(partsOf(deployed))
    setOvertaken(isMine && !isSame(parts, deployed))
  }
  const { files } = parts
  const problems = useMemo(
    () => refused.filter(({ path, standing }) => path === null || contentOf(files, path) === standing),
    [refused, files],
  )
  const change = (next: Partial<FunctionParts>) => setParts((before) => ({ ...before, ...next }))
  return {
    ...parts,
    appId,
    deployed,
    canEdit,
    problems,
    isChanged: !isSame(parts, deployed),
    isOvertaken,
    setContent: (path, content) =>
      setParts((before) => ({
        ...before,
        files: before.files.map((file) => (file.path === path ? { path, content } : file)),
      })),
    addFile: (path) => change({ files: inOrder([...files, { path, content: '' }]) }),
    renameFile: (path, to) =>
      change({
        files: inOrder(files.map((file) => (file.path === path ? { ...file, path: to } : file))),
        ...(parts.entry === path && { entry: to }),
      }),
    removeFile: (path) => change({ files: files.filter((file) => file.path !== path) }),
    setEntry: (entry) => change({ entry }),
    setAccess: (access) => change({ access }),
    setRefusal: (error) =>
      setRefused(
        problemsOf(error, files).map((problem) => ({
          ...problem,
          standing: problem.path === null ? undefined : contentOf(files, problem.path),
        })),
      ),
    discard: () => {
      setParts(partsOf(deployed))
      setRefused([])
      setOvertaken(false)
    },
  }
}

export const useDraft = () => useOutletContext<FunctionDraft>()

/** What can be wrong with the path of a new file; null when nothing is. */
export function pathFault(path: string, taken: readonly string[]): string | null {
  const names = path.split('/')
  if (path === '') return null
  if (taken.includes(path)) return words.thereIsAFile
  if (path.includes('\\') || names.some((name) => ['', '.', '..'].includes(name))) return words.aPathIsLike
  const isInTheWay = taken.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`))
  return isInTheWay ? words.aFileCannotBe : null
}

function partsOf({ entry, files, access }: FunctionParts): FunctionParts {
  return { entry, files: inOrder(files), access }
}

function isSame(draft: FunctionParts, deployed: FunctionParts): boolean {
  return textOf(draft) === textOf(partsOf(deployed))
}

function textOf({ entry, files, access }: FunctionParts): string {
  return JSON.stringify([entry, access, files.map(({ path, content }) => [path, content])])
}

function inOrder(files: readonly SourceFile[]): SourceFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function contentOf(files: readonly SourceFile[], path: string): string | undefined {
  return files.find((file) => file.path === path)?.content
}
