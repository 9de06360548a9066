import { IS_ADMIN, IS_OWN_OR_ADMIN, type Template } from './template.ts'

/** Everybody sees what can be booked; people see and cancel their own bookings. */
export const template: Template = {
  schemas: {
    Resource: {
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 200 },
        kind: { type: 'string', enum: ['room', 'desk', 'vehicle', 'person'], default: 'room', index: true },
        capacity: { type: 'integer', minimum: 1, default: 1 },
        price_per_hour: { type: 'number', minimum: 0 },
        is_open: { type: 'boolean', default: true },
      },
      required: ['name'],
      rls: { read: true, write: IS_ADMIN },
    },
    Booking: {
      properties: {
        resource_name: { type: 'string', minLength: 1, maxLength: 200, index: true },
        starts_at: { type: 'string', format: 'date-time', index: true },
        ends_at: { type: 'string', format: 'date-time' },
        guest_email: { type: 'string', format: 'email' },
        status: { type: 'string', enum: ['requested', 'confirmed', 'cancelled'], default: 'requested' },
        note: { type: 'string', maxLength: 2000 },
      },
      required: ['resource_name', 'starts_at', 'ends_at'],
      rls: { create: true, read: IS_OWN_OR_ADMIN, update: IS_OWN_OR_ADMIN, delete: IS_ADMIN },
    },
  },
  examples: [
    {
      entity_name: 'Resource',
      records: [
        { name: 'Garden room', kind: 'room', capacity: 8, price_per_hour: 40 },
        { name: 'Desk at the window', kind: 'desk', capacity: 1, price_per_hour: 5 },
        { name: 'Cargo bike', kind: 'vehicle', capacity: 2, price_per_hour: 9, is_open: false },
      ],
    },
    {
      entity_name: 'Booking',
      records: [
        {
          resource_name: 'Garden room',
          starts_at: '2027-01-12T09:00:00Z',
          ends_at: '2027-01-12T11:00:00Z',
          guest_email: 'ada@example.com',
          status: 'confirmed',
        },
        {
          resource_name: 'Desk at the window',
          starts_at: '2027-01-13T08:00:00Z',
          ends_at: '2027-01-13T16:00:00Z',
          guest_email: 'grace@example.com',
          note: 'Needs a second screen.',
        },
      ],
    },
  ],
}
