import { IS_ADMIN, IS_OWN_OR_ADMIN, type Template } from './template.ts'

/** Everybody reads the products; a customer sees their own orders, and only admins change either. */
export const template: Template = {
  schemas: {
    Product: {
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        description: { type: 'string', maxLength: 2000 },
        price: { type: 'number', minimum: 0 },
        stock: { type: 'integer', minimum: 0, default: 0 },
        category: { type: 'string', maxLength: 100, index: true },
        is_available: { type: 'boolean', default: true },
      },
      required: ['name', 'price'],
      rls: { read: true, write: IS_ADMIN },
    },
    Order: {
      properties: {
        number: { type: 'string', minLength: 1, maxLength: 40, index: true },
        customer_email: { type: 'string', format: 'email' },
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: { product: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
          },
        },
        total: { type: 'number', minimum: 0 },
        status: {
          type: 'string',
          enum: ['new', 'paid', 'sent', 'returned'],
          default: 'new',
          index: true,
          rls: { write: IS_ADMIN },
        },
      },
      required: ['number', 'total'],
      rls: { create: true, read: IS_OWN_OR_ADMIN, update: IS_ADMIN, delete: IS_ADMIN },
    },
  },
  examples: [
    {
      entity_name: 'Product',
      records: [
        { name: 'Oak table', description: 'Six seats, oiled.', price: 890, stock: 4, category: 'Tables' },
        { name: 'Reading lamp', description: 'Brass, warm light.', price: 129, stock: 23, category: 'Lamps' },
        { name: 'Wool blanket', price: 79, stock: 0, category: 'Textiles', is_available: false },
      ],
    },
    {
      entity_name: 'Order',
      records: [
        {
          number: 'SH-1001',
          customer_email: 'ada@example.com',
          items: [{ product: 'Reading lamp', quantity: 2 }],
          total: 258,
          status: 'paid',
        },
        {
          number: 'SH-1002',
          customer_email: 'grace@example.com',
          items: [{ product: 'Oak table', quantity: 1 }],
          total: 890,
        },
      ],
    },
  ],
}
