import type { ListedFinding } from '@atrium/sdk'

export interface FunctionPlace {
  name: string
  file: string
  line: number
}

/** A place in the code of a function, which has a page; null for other code, which has none. */
export function functionPlaceOf({ group, finding }: ListedFinding): FunctionPlace | null {
  if (group === 'backend_functions') {
    const { function_name: name, file_path, line } = finding
    return { name, file: withoutFolder(file_path, name), line }
  }
  return null
}

/** Files of a function are named from its folder on. */
function withoutFolder(path: string, name: string): string {
  const folder = `functions/${name}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}
