import { Type } from 'typebox'
import { TreeProblem } from './tree-files.ts'
import { readInnerPath, readTreePath, type TreePath } from './tree-path.ts'

export const PathInput = (description: string) => Type.String({ maxLength: 1_024, description })

/** The path of something in the tree. Throws `TreeProblem`. */
export const innerPath = (given: string) => pathOf(readInnerPath(given))
/** Also the tree itself, as an empty path. Throws `TreeProblem`. */
export const treePath = (given: string) => pathOf(readTreePath(given))

function pathOf(read: TreePath): string {
  if ('problem' in read) throw new TreeProblem(read.problem)
  return read.path
}
