/** What a new workflow can begin with. Names of entities and functions are examples, to be replaced by one's own. */
import type { WorkflowDefinition, WorkflowTrigger } from '@atrium/sdk'

export interface WorkflowTemplate {
  id: string
  name: string
  /** What it does and what to change first. */
  description: string
  trigger: WorkflowTrigger
  definition: WorkflowDefinition
}

const titled = (title: string) => ({ dsl: '1.0.0', title })

export const BLANK: WorkflowTemplate = {
  id: 'blank',
  name: 'Blank',
  description: 'Begins with one step that sets a value, and is started by hand.',
  trigger: { type: 'manual' },
  definition: { document: titled('Blank'), do: [{ first: { set: { greeting: 'Hello' } } }] },
}

export const TEMPLATES: readonly WorkflowTemplate[] = [
  BLANK,
  {
    id: 'greet-customer',
    name: 'Greet new customers',
    description:
      'Calls a function for every new Customer that has an email address, and notes it at the record.',
    trigger: { type: 'entity', entity_name: 'Customer', events: ['create'] },
    definition: {
      document: titled('Greet new customers'),
      do: [
        {
          greet: {
            if: '${ .data.email }',
            call: 'functions.invoke',
            with: {
              name: 'greet-customer',
              body: { email: '${ .data.email }', name: '${ .data.name }' },
            },
            // What follows still needs the record.
            output: { as: '${ $input }' },
          },
        },
        {
          note: {
            call: 'entities.update',
            with: { entity_name: 'Customer', id: '${ .data.id }', data: { is_greeted: true } },
          },
        },
      ],
    },
  },
  {
    id: 'daily-digest',
    name: 'Daily digest',
    description: 'Sends the open orders of the day to another service, every morning from Monday to Friday.',
    trigger: { type: 'schedule', cron: '0 8 * * 1-5', timezone: 'Europe/Berlin' },
    definition: {
      document: titled('Daily digest'),
      do: [
        {
          find: {
            call: 'entities.query',
            with: { entity_name: 'Order', filter: { status: 'open' }, sort: '-created_date', limit: 100 },
            output: { as: { orders: '${ . }' } },
          },
        },
        {
          anything: {
            switch: [{ nothing: { when: '${ $input.orders.length === 0 }', then: 'end' } }],
          },
        },
        {
          send: {
            call: 'http',
            with: {
              method: 'post',
              endpoint: 'https://example.com/digest',
              body: { count: '${ $input.orders.length }', orders: '${ .orders }' },
            },
          },
        },
      ],
    },
  },
  {
    id: 'approve-refund',
    name: 'Approval before a refund',
    description: 'Asks a person before a large refund is paid; small ones are paid at once.',
    trigger: { type: 'entity', entity_name: 'Refund', events: ['create'] },
    definition: {
      document: titled('Approval before a refund'),
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
              do: [
                {
                  refuse: {
                    call: 'entities.update',
                    with: { entity_name: 'Refund', id: '${ .data.id }', data: { status: 'refused' } },
                    then: 'end',
                  },
                },
              ],
            },
            output: { as: '${ $input }' },
          },
        },
        {
          pay: {
            call: 'functions.invoke',
            with: { name: 'pay-refund', body: { refund_id: '${ .data.id }' } },
          },
        },
      ],
    },
  },
  {
    id: 'webhook-to-record',
    name: 'Webhook to record',
    description: 'Stores what another service sends to the address of the workflow as a record.',
    trigger: { type: 'webhook' },
    definition: {
      document: titled('Webhook to record'),
      do: [
        {
          check: {
            switch: [{ usable: { when: '${ typeof $input.email === "string" }', then: 'store' } }],
          },
        },
        {
          refuse: {
            raise: {
              error: { type: 'https://example.com/errors/no-email', status: 400, title: 'There is no email' },
            },
          },
        },
        {
          store: {
            call: 'entities.create',
            with: { entity_name: 'Lead', data: { email: '${ .email }', source: 'webhook' } },
          },
        },
      ],
    },
  },
  {
    id: 'retry-api',
    name: 'Retry a flaky API',
    description:
      'Calls an API up to five times, each time after a longer wait, and notes it when all tries failed.',
    trigger: { type: 'manual' },
    definition: {
      document: titled('Retry a flaky API'),
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
            try: [
              { call: { call: 'http', with: { method: 'get', endpoint: 'https://example.com/prices' } } },
            ],
            catch: {
              as: 'error',
              retry: 'patient',
              do: [
                {
                  note: {
                    call: 'entities.create',
                    with: {
                      entity_name: 'Incident',
                      data: { title: 'No prices', detail: '${ $error.detail }' },
                    },
                  },
                },
              ],
            },
          },
        },
      ],
    },
  },
  {
    id: 'fan-out',
    name: 'Fan out when an order is paid',
    description: 'Does three things side by side once an Order is paid, then marks it as handled.',
    trigger: { type: 'entity', entity_name: 'Order', events: ['update'], condition: { status: 'paid' } },
    definition: {
      document: titled('Fan out when an order is paid'),
      do: [
        {
          side_by_side: {
            fork: {
              branches: [
                {
                  invoice: {
                    call: 'functions.invoke',
                    with: { name: 'make-invoice', body: { id: '${ .data.id }' } },
                  },
                },
                {
                  warehouse: {
                    call: 'http',
                    with: { method: 'post', endpoint: 'https://example.com/pick', body: '${ .data }' },
                  },
                },
                {
                  thank: {
                    call: 'functions.invoke',
                    with: { name: 'thank-customer', body: { email: '${ .data.email }' } },
                  },
                },
              ],
            },
            output: { as: '${ $input }' },
          },
        },
        {
          mark: {
            call: 'entities.update',
            with: { entity_name: 'Order', id: '${ .data.id }', data: { status: 'handled' } },
          },
        },
      ],
    },
  },
  {
    id: 'publish-check',
    name: 'Look after publishing',
    description:
      'Waits a minute after the app is published, looks at its page, and reports when it does not answer.',
    trigger: { type: 'app_publish' },
    definition: {
      document: titled('Look after publishing'),
      do: [
        { settle: { wait: { minutes: 1 } } },
        {
          look: {
            try: [{ page: { call: 'http', with: { method: 'get', endpoint: 'https://example.com/' } } }],
            catch: {
              do: [
                {
                  report: {
                    call: 'http',
                    with: {
                      method: 'post',
                      endpoint: 'https://example.com/alerts',
                      body: { text: '${ `The site does not answer: ${$error.detail}` }' },
                    },
                  },
                },
              ],
            },
          },
        },
      ],
    },
  },
]
