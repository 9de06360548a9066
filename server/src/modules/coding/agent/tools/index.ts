import type { AgentTool } from '../loop/tool.ts'
import { askUser } from './ask-user.ts'
import { deleteFile } from './delete-file.ts'
import { editFile } from './edit-file.ts'
import { finishTask } from './finish-task.ts'
import { listFiles } from './list-files.ts'
import { moveFile } from './move-file.ts'
import { readFile } from './read-file.ts'
import { requestApproval } from './request-approval.ts'
import { runCommand } from './run-command.ts'
import { searchFiles } from './search-files.ts'
import { updatePlan } from './update-plan.ts'
import { writeFile } from './write-file.ts'

/** All that a coder can do; without commands where none can be run. */
export function agentTools({ canRunCommands }: { canRunCommands: boolean }): readonly AgentTool[] {
  return canRunCommands ? [...TOOLS, runCommand] : TOOLS
}

const TOOLS: readonly AgentTool[] = [
  updatePlan,
  listFiles,
  readFile,
  searchFiles,
  editFile,
  writeFile,
  deleteFile,
  moveFile,
  askUser,
  requestApproval,
  finishTask,
]
