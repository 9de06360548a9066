import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export interface RunDefinition {
  name: string
  workspace_id: string
  definition: WorkflowDefinition
}

const find = prepared<RunDefinition>(
  'workflow_definition_of_run',
  `select w.name, a.workspace_id, v.definition
     from workflow_versions v join workflows w on w.id = v.workflow_id join apps a on a.id = w.app_id
    where v.workflow_id = $1 and v.version = $2`,
)

export const definitionStore = (db: Db) => ({
  async get(workflowId: string, version: number): Promise<RunDefinition> {
    const [found] = await find(db, [workflowId, version])
    // Versions that runs still need are never removed.
    if (!found) throw new Error(`Version ${version} of the workflow ${workflowId} is missing`)
    return found
  },
})
