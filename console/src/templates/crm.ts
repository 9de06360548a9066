import { IS_ADMIN, IS_OWN_OR_ADMIN, type Template } from './template.ts'

/** All who are signed in read companies and people; a deal is its owner's. */
const IS_SIGNED_IN = { id: { $exists: true } }

export const template: Template = {
  schemas: {
    Company: {
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        website: { type: 'string', format: 'uri' },
        industry: { type: 'string', maxLength: 100, index: true },
        employees: { type: 'integer', minimum: 0 },
      },
      required: ['name'],
      rls: { read: IS_SIGNED_IN, create: IS_SIGNED_IN, update: IS_OWN_OR_ADMIN, delete: IS_ADMIN },
    },
    Contact: {
      properties: {
        full_name: { type: 'string', minLength: 1, maxLength: 200 },
        email: { type: 'string', format: 'email', index: true },
        phone: { type: 'string', format: 'phone' },
        company_name: { type: 'string', maxLength: 200, index: true },
      },
      required: ['full_name'],
      rls: { read: IS_SIGNED_IN, create: IS_SIGNED_IN, update: IS_OWN_OR_ADMIN, delete: IS_ADMIN },
    },
    Deal: {
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 200 },
        company_name: { type: 'string', maxLength: 200 },
        value: { type: 'number', minimum: 0 },
        stage: {
          type: 'string',
          enum: ['lead', 'offer', 'negotiation', 'won', 'lost'],
          default: 'lead',
          index: true,
        },
        closes_on: { type: 'string', format: 'date' },
      },
      required: ['title'],
      rls: { create: IS_SIGNED_IN, read: IS_OWN_OR_ADMIN, update: IS_OWN_OR_ADMIN, delete: IS_ADMIN },
    },
  },
  examples: [
    {
      entity_name: 'Company',
      records: [
        {
          name: 'Harbour Works',
          website: 'https://harbour.example.com',
          industry: 'Logistics',
          employees: 120,
        },
        { name: 'Northwind Press', industry: 'Publishing', employees: 14 },
      ],
    },
    {
      entity_name: 'Contact',
      records: [
        { full_name: 'Ada Byron', email: 'ada@example.com', company_name: 'Harbour Works' },
        { full_name: 'Grace Murray', email: 'grace@example.com', company_name: 'Northwind Press' },
      ],
    },
    {
      entity_name: 'Deal',
      records: [
        { title: 'Warehouse software', company_name: 'Harbour Works', value: 48_000, stage: 'offer' },
        { title: 'Website', company_name: 'Northwind Press', value: 9_500 },
      ],
    },
  ],
}
