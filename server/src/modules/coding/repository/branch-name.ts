import { invalid } from '../../../platform/errors.ts'
import { branchNameFault } from '../../../ports/git/port.ts'

export function requireBranchName(name: string, field: string): void {
  const fault = branchNameFault(name)
  if (fault !== null) throw invalid(['body', field], 'branch_name', fault)
}
