/** What the steps of workflows do with their app is done by the use cases of other parts, as the app itself. */
import type { Deps as AgentDeps } from '../modules/agents/deps.ts'
import { addAgentMessage } from '../modules/agents/index.ts'
import type { Deps as ConnectorDeps } from '../modules/connectors/deps.ts'
import { callConnector } from '../modules/connectors/index.ts'
import type { Deps as EntityDeps } from '../modules/entities/deps.ts'
import { createRecord, deleteRecord, listRecords, updateRecord } from '../modules/entities/index.ts'
import type { ActingRun, Alongside, WorkflowCalls } from '../modules/workflows/index.ts'
import type { OwnCalls } from '../platform/http/own-calls.ts'
import type { Caller } from '../tenancy/index.ts'

type Deps = EntityDeps & AgentDeps & ConnectorDeps & { ownCalls: OwnCalls }

/** No rule is passed by a header: the app itself is bound by none. */
const headers = {}

export function createWorkflowCalls(deps: () => Deps): WorkflowCalls {
  /** Does it as the app, and what it leads to knows how many steps came before. */
  async function as<T>({ depth, ...run }: ActingRun, work: (caller: Caller) => Promise<T>): Promise<T> {
    const { access, ownCalls } = deps()
    const visitor = { request_id: run.run_id, address: '127.0.0.1' }
    const caller = await access.service(visitor, run.app_id, run.workflow_name)
    return ownCalls.within({ depth, caller }, () => work(caller))
  }

  /** The first record is the result: each of these changes one. */
  const along = (alongside: Alongside): Deps => ({
    ...deps(),
    alongside: (tx, [record]) => alongside(tx, record),
  })

  return {
    async createRecord(run, entity_name, data, alongside) {
      const params = { app_id: run.app_id, entity_name }
      const input = { params, query: {}, headers, body: { ...data } }
      await as(run, (caller) => createRecord(along(alongside), caller, input))
    },
    async updateRecord(run, entity_name, entity_id, data, alongside) {
      const params = { app_id: run.app_id, entity_name, entity_id }
      const input = { params, query: {}, headers, body: { ...data } }
      await as(run, (caller) => updateRecord(along(alongside), caller, input))
    },
    async deleteRecord(run, entity_name, entity_id, alongside) {
      const params = { app_id: run.app_id, entity_name, entity_id }
      const input = { params, query: {}, headers, body: undefined }
      await as(run, (caller) => deleteRecord(along(alongside), caller, input))
    },
    queryRecords(run, entity_name, { filter, sort, limit }) {
      const params = { app_id: run.app_id, entity_name }
      const query = {
        ...(filter && { q: JSON.stringify(filter) }),
        ...(sort !== undefined && { sort }),
        limit,
      }
      const input = { params, query, headers, body: undefined }
      return as(run, (caller) => listRecords(deps(), caller, input, { set: () => {} }))
    },
    async sendMessage(run, conversation_id, content, alongside) {
      const { app_id } = run
      await as(run, () => addAgentMessage(deps(), { app_id, conversation_id, content }, alongside))
    },
    callConnector(run, { integration_type, ...body }, signal) {
      const input = { params: { app_id: run.app_id, integration_type }, query: {}, headers, body, signal }
      return as(run, (caller) => callConnector(deps(), caller, input))
    },
    async invokeFunction(run, { name, method, body, idempotencyKey }, signal) {
      const { access, ownCalls } = deps()
      const visitor = { request_id: run.run_id, address: '127.0.0.1' }
      const caller = await access.service(visitor, run.app_id, run.workflow_name)
      const path = name.split('/').map(encodeURIComponent).join('/')
      const answer = await ownCalls.send(
        { depth: run.depth, caller },
        {
          method,
          url: `/api/apps/${run.app_id}/functions/${path}`,
          headers: {
            host: 'own',
            'content-type': 'application/json',
            'idempotency-key': idempotencyKey,
            'x-request-id': run.run_id,
          },
          body: body === null ? null : Buffer.from(JSON.stringify(body)),
          address: visitor.address,
          signal,
        },
      )
      const type = answer.headers['content-type']
      return { status: answer.status, content_type: [type].flat()[0] ?? '', body: answer.body }
    },
  }
}
