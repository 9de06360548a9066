/** `atrium tests list` and `atrium tests report`. */
import { createClient } from '../client.ts'
import { iterate } from '../iterate.ts'
import type { FlowSummary, TestReport, TestRun } from '../resources.ts'
import { stepLines } from './junit.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { asTable, viewOf } from './table.ts'

export async function listTests({ terminal, connection, words, format }: Typed): Promise<string> {
  const [app_id = ''] = words
  const client = createClient(connection)
  const flows: FlowSummary[] = []
  for await (const flow of iterate(client.flows.list, { app_id })) flows.push(flow)
  if (format === 'json') return asJson({ items: flows })
  const rows = flows.map(({ id, name, last_run, step_count, schedule, on_publish }) => ({
    ...{ id, name, last_run: last_run?.status ?? 'never', at: last_run?.completed_at ?? null },
    steps: step_count,
    runs: [schedule ? schedule.cron : '', on_publish ? 'on publish' : ''].filter(Boolean).join(', ') || '-',
  }))
  return asTable(rows, viewOf(terminal))
}

const FLOW_ID = /^flw_/

export async function showReport({ connection, words, format }: Typed): Promise<string> {
  const [app_id = '', id = ''] = words
  const client = createClient(connection)
  const execution_id = FLOW_ID.test(id) ? latestOf(await client.flows.read({ app_id, flow_id: id }), id) : id
  const path = { app_id, execution_id }
  const report = await client.test_runs.report(path)
  if (format === 'json') return asJson(report)
  return linesOf(report, await client.test_runs.read(path))
}

function latestOf({ last_run }: Pick<FlowSummary, 'last_run'>, id: string): string {
  if (last_run) return last_run.id
  throw new Error(`The test ${id} was never run; run it with atrium tests run.`)
}

function linesOf(report: TestReport, run: TestRun): string {
  const { flow_name, verdict, failure_category, summary, first_bad_state, healed, model_calls } = report
  const category = failure_category ? ` (${failure_category})` : ''
  const lines = [
    `${flow_name}: ${verdict}${category}`,
    summary,
    ...stepLines(run),
    ...(first_bad_state
      ? [`First sign of trouble: ${first_bad_state.kind}: ${first_bad_state.message}`]
      : []),
    ...(healed.length > 0 ? [`Healed: ${healed.map(({ step_id }) => step_id).join(', ')}`] : []),
    `Model calls: ${model_calls}`,
  ]
  return lines.map((line) => `${visible(line)}\n`).join('')
}
