/** What a new workflow can begin with. Names of entities and functions are examples, to be replaced by one's own. */
import type { WorkflowDefinition, WorkflowTrigger } from '@atrium/sdk'
import { words } from './words.ts'

type Values = Record<string, string | boolean>

export interface WorkflowTemplate {
  id: string
  name: string
  /** What it does and what to change first. */
  description: string
  trigger: WorkflowTrigger
  definition: WorkflowDefinition
}

const titled = (title: string) => ({ dsl: '1.0.0', title })

const invoke = (name: string, body: Values) => ({ call: 'functions.invoke' as const, with: { name, body } })
const create = (entity_name: string, data: Values) => ({
  call: 'entities.create' as const,
  with: { entity_name, data },
})
/** Of the record that the workflow began with. */
const update = (entity_name: string, data: Values) => ({
  call: 'entities.update' as const,
  with: { entity_name, id: '${ .data.id }', data },
})
const get = (endpoint: string) => ({ call: 'http' as const, with: { method: 'get' as const, endpoint } })
const post = (endpoint: string, body: Values | string) => ({
  call: 'http' as const,
  with: { method: 'post' as const, endpoint, body },
})

export const BLANK: WorkflowTemplate = {
  id: 'blank',
  name: words.blank,
  description: words.beginsWithOneStep,
  trigger: { type: 'manual' },
  definition: { document: titled('Blank'), do: [{ first: { set: { greeting: words.hello } } }] },
}

export const TEMPLATES: readonly WorkflowTemplate[] = [
  BLANK,
  {
    id: 'greet-customer',
    name: words.greetNewCustomers,
    description: words.callsAFunctionFor,
    trigger: { type: 'entity', entity_name: words.customer, events: ['create'] },
    definition: {
      document: titled(words.greetNewCustomers),
      do: [
        {
          greet: {
            if: '${ .data.email }',
            ...invoke('greet-customer', { email: '${ .data.email }', name: '${ .data.name }' }),
            // What follows still needs the record.
            output: { as: '${ $input }' },
          },
        },
        { note: update(words.customer, { is_greeted: true }) },
      ],
    },
  },
  {
    id: 'daily-digest',
    name: words.dailyDigest,
    description: words.sendsTheOpenOrders,
    trigger: { type: 'schedule', cron: '0 8 * * 1-5', timezone: 'Europe/Berlin' },
    definition: {
      document: titled(words.dailyDigest),
      do: [
        {
          find: {
            call: 'entities.query',
            with: { entity_name: words.order, filter: { status: 'open' }, sort: '-created_date', limit: 100 },
            output: { as: { orders: '${ . }' } },
          },
        },
        {
          anything: {
            switch: [{ nothing: { when: '${ $input.orders.length === 0 }', then: 'end' } }],
          },
        },
        {
          send: post('https://example.com/digest', {
            count: '${ $input.orders.length }',
            orders: '${ .orders }',
          }),
        },
      ],
    },
  },
  {
    id: 'approve-refund',
    name: words.approvalBeforeARefund,
    description: words.asksAPersonBefore,
    trigger: { type: 'entity', entity_name: words.refund, events: ['create'] },
    definition: {
      document: titled(words.approvalBeforeARefund),
      do: [
        {
          size: {
            switch: [{ small: { when: '${ $input.data.amount < 100 }', then: 'pay' } }],
          },
        },
        {
          decision: {
            try: [
              {
                ask: {
                  listen: {
                    to: {
                      one: {
                        with: {
                          type: 'approval',
                          data: {
                            message: '${ `Refund ${$input.data.amount} to ${$input.data.customer}?` }',
                          },
                        },
                      },
                    },
                  },
                  timeout: { after: { days: 3 } },
                },
              },
            ],
            // Nobody answered in time, or somebody said no.
            catch: {
              do: [{ refuse: { ...update(words.refund, { status: 'refused' }), then: 'end' } }],
            },
            output: { as: '${ $input }' },
          },
        },
        { pay: invoke('pay-refund', { refund_id: '${ .data.id }' }) },
      ],
    },
  },
  {
    id: 'webhook-to-record',
    name: words.webhookToRecord,
    description: words.storesWhatAnotherService,
    trigger: { type: 'webhook' },
    definition: {
      document: titled(words.webhookToRecord),
      do: [
        {
          check: {
            switch: [{ usable: { when: '${ typeof $input.email === "string" }', then: 'store' } }],
          },
        },
        {
          refuse: {
            raise: {
              error: {
                type: 'https://example.com/errors/no-email',
                status: 400,
                title: words.thereIsNoEmail,
              },
            },
          },
        },
        { store: create(words.lead, { email: '${ .email }', source: 'webhook' }) },
      ],
    },
  },
  {
    id: 'retry-api',
    name: words.retryAFlakyApi,
    description: words.callsAnApiUp,
    trigger: { type: 'manual' },
    definition: {
      document: titled(words.retryAFlakyApi),
      use: {
        retries: {
          patient: {
            delay: { seconds: 2 },
            backoff: { exponential: {} },
            limit: { attempt: { count: 5 } },
            jitter: { from: { milliseconds: 0 }, to: { milliseconds: 500 } },
          },
        },
      },
      do: [
        {
          fetch: {
            try: [{ call: get('https://example.com/prices') }],
            catch: {
              as: 'error',
              retry: 'patient',
              do: [{ note: create(words.incident, { title: words.noPrices, detail: '${ $error.detail }' }) }],
            },
          },
        },
      ],
    },
  },
  {
    id: 'fan-out',
    name: words.fanOutWhenAn,
    description: words.doesThreeThingsSide,
    trigger: { type: 'entity', entity_name: words.order, events: ['update'], condition: { status: 'paid' } },
    definition: {
      document: titled(words.fanOutWhenAn),
      do: [
        {
          side_by_side: {
            fork: {
              branches: [
                { invoice: invoke('make-invoice', { id: '${ .data.id }' }) },
                { warehouse: post('https://example.com/pick', '${ .data }') },
                { thank: invoke('thank-customer', { email: '${ .data.email }' }) },
              ],
            },
            output: { as: '${ $input }' },
          },
        },
        { mark: update(words.order, { status: 'handled' }) },
      ],
    },
  },
  {
    id: 'publish-check',
    name: words.lookAfterPublishing,
    description: words.waitsAMinuteAfter,
    trigger: { type: 'app_publish' },
    definition: {
      document: titled(words.lookAfterPublishing),
      do: [
        { settle: { wait: { minutes: 1 } } },
        {
          look: {
            try: [{ page: get('https://example.com/') }],
            catch: {
              do: [
                {
                  report: post('https://example.com/alerts', {
                    text: '${ `The site does not answer: ${$error.detail}` }',
                  }),
                },
              ],
            },
          },
        },
      ],
    },
  },
]
