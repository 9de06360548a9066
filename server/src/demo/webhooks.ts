/** Turned off, each in its own way, so that the demo calls nobody. */
export function demoWebhooks() {
  return [
    {
      id: 'whk_demo_tickets',
      agent_id: 'app_demo_helpdesk',
      target_url: 'https://hooks.example.com/tickets',
      events: ['message.completed'],
      description: 'Opens a ticket for the service team',
      consecutive_failures: 20,
      last_error: {
        message: 'The endpoint answered 503.',
        attempted_at: 'now-2d',
        status_code: 503,
        response_body: 'Down for maintenance',
        error_type: null,
      },
      last_trigger_time: 'now-2d',
      disabled_at: 'now-2d',
      created_date: 'now-150d',
      updated_date: 'now-2d',
    },
    {
      id: 'whk_demo_reorders',
      agent_id: 'app_demo_stock_watch',
      target_url: 'https://hooks.example.com/reorders',
      events: ['message.created', 'message.completed'],
      description: 'Copies proposals to the purchasing channel; switched off during the move',
      consecutive_failures: 0,
      last_trigger_time: 'now-9d',
      disabled_at: 'now-6d',
      created_date: 'now-88d',
      updated_date: 'now-6d',
    },
  ]
}
