/** How the last runs of the workflows of the demo went; the ids rise with time, so that lists are in order. */
export function demoWorkflowRuns() {
  return [...stock(), ...reminders(), ...large(), ...quotes()]
}

interface Step {
  id: string
  type: string
  status?: 'completed' | 'failed' | 'cancelled' | 'skipped'
  attempt?: number
  /** How long it took. */
  seconds?: number
  input?: unknown
  output?: unknown
  error?: { message: string; code: string; status?: number }
}

interface Run {
  workflow: string
  trigger_type: string
  minutes_ago: number
  status?: 'completed' | 'failed' | 'cancelled'
  input?: unknown
  output?: unknown
  error?: { message: string; code: string; step_id: string }
  steps: readonly Step[]
  explanation?: string
}

/** One step after the other, from when the run began. */
function run(place: number, { workflow, minutes_ago, steps, explanation, ...rest }: Run) {
  let seconds_ago = minutes_ago * 60
  const started_at = `now-${seconds_ago}s`
  const done = steps.map(({ seconds = 1, status = 'completed', attempt = 1, ...step }) => {
    const began = `now-${seconds_ago}s`
    seconds_ago = Math.max(0, seconds_ago - seconds)
    const name = step.id.split('.').at(-1) ?? step.id
    return { ...step, name, status, attempt, started_at: began, completed_at: `now-${seconds_ago}s` }
  })
  return {
    id: `run_demo_${workflow}_${String(place).padStart(3, '0')}`,
    workflow_id: `wfl_demo_${workflow}`,
    ...{ status: 'completed', ...rest },
    ...{ created_date: started_at, started_at, completed_at: `now-${seconds_ago}s`, steps: done },
    ...(explanation && { explanation, generated_at: `now-${Math.max(0, minutes_ago - 30)}m` }),
  }
}

const BUSY = { message: 'The server answered 503', code: 'http_status', status: 503 }

function stock() {
  const ask = (attempt: number, seconds: number): Step => ({
    ...{ id: 'fetch_count.ask_warehouse', type: 'http', attempt, seconds },
    input: { method: 'get', endpoint: 'https://warehouse.example.com/counts/latest' },
  })
  const count = { number: 'C-118', lines: [{ article: 'HP-TABLE', pieces: 14 }] }
  const fine = (minutes_ago: number): Run => ({
    ...{ workflow: '1_stock', trigger_type: 'webhook', minutes_ago, input: { count: 'done' } },
    output: { articles: 1, number: count.number },
    steps: [
      { ...ask(1, 2), output: count },
      { id: 'fetch_count', type: 'try', seconds: 0, output: count },
      { id: 'sum_up', type: 'set', seconds: 0, input: count, output: { articles: 1, number: count.number } },
    ],
  })
  const busy: Run = {
    ...{ workflow: '1_stock', trigger_type: 'webhook', minutes_ago: 14_400, status: 'failed' },
    input: { count: 'done' },
    error: { message: BUSY.message, code: BUSY.code, step_id: 'fetch_count.ask_warehouse' },
    explanation:
      'The step `ask_warehouse` got status 503 from warehouse.example.com three times within 9 seconds. ' +
      'The warehouse was probably being updated; try again later, or wait longer between the tries.',
    steps: [
      { ...ask(1, 2), status: 'failed', error: BUSY },
      { ...ask(2, 3), status: 'failed', error: BUSY },
      { ...ask(3, 4), status: 'failed', error: BUSY },
      { id: 'fetch_count', type: 'try', status: 'failed', seconds: 0, error: BUSY },
    ],
  }
  return [fine(43_200), fine(28_800), busy].map((one, place) => run(place + 1, one))
}

function reminders() {
  return [7, 6, 5, 4, 3, 2, 1].map((days, place) => {
    const unpaid = (days * 3) % 5
    const output = { unpaid, open: unpaid * 412.5 }
    return run(place + 1, {
      ...{ workflow: '2_reminders', trigger_type: 'schedule', minutes_ago: days * 1_440, output },
      input: { type: 'schedule' },
      steps: [
        {
          ...{ id: 'find_unpaid', type: 'entities.query' },
          input: {
            entity_name: 'Order',
            filter: { status: 'delivered', paid: false },
            sort: '-total',
            limit: 50,
          },
        },
        { id: 'count', type: 'set', seconds: 0, output },
      ],
    })
  })
}

function large() {
  const order = { id: 'rec_demo_order_028', number: 'HP-10028', total: 6_240, status: 'new' }
  const input = { type: 'entity', event: 'create', entity_name: 'Order', record_id: order.id, data: order }
  const base = { workflow: '3_large', trigger_type: 'entity', input }
  const begin = (seconds: number): Step[] => [
    { id: 'remember', type: 'set', seconds: 0, output: order },
    { id: 'ask', type: 'listen', seconds, output: { approved: true, comment: 'A good customer' } },
    { id: 'decide', type: 'switch', seconds: 0 },
  ]
  const update = { entity_name: 'Order', id: order.id, data: { status: 'confirmed' } }
  const gone = { message: 'There is no record with this id', code: 'record_not_found', status: 404 }
  const runs: Run[] = [
    {
      ...{ ...base, minutes_ago: 9_000, output: { ...order, status: 'confirmed' } },
      steps: [...begin(5_400), { id: 'confirm', type: 'entities.update', input: update }],
    },
    {
      ...{ ...base, minutes_ago: 4_300, status: 'failed' },
      error: { message: gone.message, code: gone.code, step_id: 'confirm' },
      steps: [
        ...begin(86_000),
        { id: 'confirm', type: 'entities.update', status: 'failed', input: update, error: gone },
      ],
    },
    {
      ...{ ...base, minutes_ago: 1_500, status: 'cancelled' },
      steps: [
        { id: 'remember', type: 'set', seconds: 0, output: order },
        { id: 'ask', type: 'listen', status: 'cancelled', seconds: 3_000 },
      ],
    },
  ]
  return runs.map((one, place) => run(place + 1, one))
}

function quotes() {
  const invoke = (weight_kg: number): Step => ({
    ...{ id: 'quote', type: 'functions.invoke' },
    input: { name: 'delivery-quote', body: { weight_kg, country: 'NL' } },
  })
  const dear = { message: 'Too dear: 133', code: 'script_threw' }
  const runs: Run[] = [
    {
      ...{
        workflow: '4_quote',
        trigger_type: 'manual',
        minutes_ago: 600,
        input: { weight_kg: 12, country: 'NL' },
      },
      output: { price: 17, ok: true },
      steps: [
        { ...invoke(12), output: { price: 17, currency: 'EUR' } },
        { id: 'check', type: 'run', seconds: 0, input: { price: 17 }, output: { price: 17, ok: true } },
      ],
    },
    {
      ...{ workflow: '4_quote', trigger_type: 'manual', minutes_ago: 95, status: 'failed' },
      input: { weight_kg: 310, country: 'NL' },
      error: { ...dear, step_id: 'check' },
      steps: [
        { ...invoke(310), output: { price: 133, currency: 'EUR' } },
        { id: 'check', type: 'run', status: 'failed', seconds: 0, input: { price: 133 }, error: dear },
      ],
    },
  ]
  return runs.map((one, place) => run(place + 1, one))
}
