/** What the apps Orders and Storefront do by themselves. */
const ORDERS = 'app_demo_orders'
const SHOP = 'app_demo_storefront'

export function demoWorkflows() {
  return WORKFLOWS.map(({ key, age_days, ...workflow }) => ({
    ...{ id: `wfl_demo_${key}`, ...workflow },
    created_date: `now-${age_days}d`,
    updated_date: `now-${Math.floor(age_days / 3)}d`,
  }))
}

const WORKFLOWS = [
  {
    key: '1_stock',
    app_id: ORDERS,
    name: 'Take stock from the warehouse',
    description: 'The warehouse calls it when a count is done.',
    status: 'inactive',
    trigger: { type: 'webhook' },
    age_days: 120,
    definition: {
      document: { dsl: '1.0.0', namespace: 'orders', name: 'take-stock', version: '1.0.0' },
      do: [
        {
          fetch_count: {
            try: [
              {
                ask_warehouse: {
                  call: 'http',
                  with: { method: 'get', endpoint: 'https://warehouse.example.com/counts/latest' },
                },
              },
            ],
            catch: {
              errors: { with: { status: 503 } },
              retry: { delay: 'PT2S', backoff: { exponential: {} }, limit: { attempt: { count: 3 } } },
            },
          },
        },
        { sum_up: { set: { articles: '${ $input.lines.length }', number: '${ .number }' } } },
      ],
    },
  },
  {
    key: '2_reminders',
    app_id: ORDERS,
    name: 'Look for unpaid orders',
    description: 'Every morning: which orders were delivered and are still not paid.',
    status: 'active',
    trigger: { type: 'schedule', cron: '0 9 * * 1-5', timezone: 'Europe/Amsterdam' },
    age_days: 88,
    definition: {
      document: { dsl: '1.0.0', namespace: 'orders', name: 'unpaid-orders', version: '1.0.0' },
      do: [
        {
          find_unpaid: {
            call: 'entities.query',
            with: {
              entity_name: 'Order',
              filter: { status: 'delivered', paid: false },
              sort: '-total',
              limit: 50,
            },
          },
        },
        {
          count: {
            set: {
              unpaid: '${ $input.length }',
              open: '${ $input.reduce((sum, { total }) => sum + total, 0) }',
            },
          },
        },
      ],
    },
  },
  {
    key: '3_large',
    app_id: ORDERS,
    name: 'Approve large orders',
    description: 'Orders from 5,000 euros wait until somebody looked at them.',
    status: 'active',
    trigger: {
      type: 'entity',
      entity_name: 'Order',
      events: ['create'],
      condition: { total: { $gte: 5_000 } },
    },
    age_days: 61,
    definition: {
      document: { dsl: '1.0.0', namespace: 'orders', name: 'approve-large', version: '1.0.0' },
      do: [
        { remember: { set: '${ .data }', export: { as: '${ . }' } } },
        {
          ask: {
            listen: {
              to: {
                one: {
                  with: {
                    type: 'approval',
                    data: {
                      message: '${ "Accept " + $context.number + " over " + $context.total + " euros?" }',
                    },
                  },
                },
              },
            },
          },
        },
        {
          decide: {
            switch: [
              { accepted: { when: '${ .approved }', then: 'confirm' } },
              { refused: { then: 'cancel' } },
            ],
          },
        },
        {
          confirm: {
            call: 'entities.update',
            with: { entity_name: 'Order', id: '${ $context.id }', data: { status: 'confirmed' } },
            then: 'end',
          },
        },
        {
          cancel: {
            call: 'entities.update',
            with: { entity_name: 'Order', id: '${ $context.id }', data: { status: 'cancelled' } },
          },
        },
      ],
    },
  },
  {
    key: '4_quote',
    app_id: SHOP,
    name: 'Price the delivery',
    description: 'Asks the shop’s function what a delivery costs, and warns about dear ones.',
    status: 'active',
    trigger: { type: 'manual' },
    age_days: 20,
    definition: {
      document: { dsl: '1.0.0', namespace: 'orders', name: 'price-delivery', version: '1.0.0' },
      do: [
        {
          quote: {
            call: 'functions.invoke',
            with: {
              name: 'delivery-quote',
              body: { weight_kg: '${ .weight_kg }', country: '${ .country }' },
            },
          },
        },
        {
          check: {
            run: {
              script: {
                language: 'javascript',
                code: "if (price > 100) throw new Error('Too dear: ' + price)\nreturn { price, ok: true }",
                arguments: { price: '${ .price }' },
              },
            },
          },
        },
      ],
    },
  },
]
