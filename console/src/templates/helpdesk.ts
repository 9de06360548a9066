import { IS_ADMIN, IS_OWN_OR_ADMIN, type Template } from './template.ts'

/** People see their own tickets; those who help are admins. Everybody reads the answers that are published. */
export const template: Template = {
  schemas: {
    Ticket: {
      properties: {
        subject: { type: 'string', minLength: 1, maxLength: 200 },
        description: { type: 'string', maxLength: 10_000 },
        status: {
          type: 'string',
          enum: ['open', 'waiting', 'solved'],
          default: 'open',
          index: true,
        },
        priority: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal', index: true },
        requester_email: { type: 'string', format: 'email' },
        assignee_email: { type: 'string', format: 'email', rls: { write: IS_ADMIN } },
      },
      required: ['subject'],
      rls: { create: true, read: IS_OWN_OR_ADMIN, update: IS_OWN_OR_ADMIN, delete: IS_ADMIN },
    },
    Article: {
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        text: { type: 'string', format: 'markdown' },
        is_published: { type: 'boolean', default: false, index: true },
      },
      required: ['title'],
      rls: { read: { $or: [{ 'data.is_published': true }, IS_ADMIN] }, write: IS_ADMIN },
    },
  },
  examples: [
    {
      entity_name: 'Ticket',
      records: [
        {
          subject: 'The invoice shows the wrong address',
          description: 'We moved in October.',
          priority: 'high',
          requester_email: 'ada@example.com',
        },
        {
          subject: 'How do I change my password?',
          status: 'solved',
          priority: 'low',
          requester_email: 'grace@example.com',
        },
      ],
    },
    {
      entity_name: 'Article',
      records: [
        { title: 'Change your password', text: 'Open **Account**, then **Password**.', is_published: true },
        { title: 'Opening hours', text: 'Monday to Friday, 9 to 17.' },
      ],
    },
  ],
}
