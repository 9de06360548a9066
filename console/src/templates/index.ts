/** What a new app can start from; a template is loaded when it is chosen. */
import type { Template } from './template.ts'

interface ListedTemplate {
  id: string
  label: string
  description: string
  load: () => Promise<{ template: Template }>
}

export const TEMPLATES: readonly ListedTemplate[] = [
  {
    id: 'shop',
    label: 'Shop',
    description: 'Products that all can see, and orders of customers.',
    load: () => import('./shop.ts'),
  },
  {
    id: 'helpdesk',
    label: 'Helpdesk',
    description: 'Tickets of people, and articles that answer them.',
    load: () => import('./helpdesk.ts'),
  },
  {
    id: 'booking',
    label: 'Booking',
    description: 'Rooms and things, and who has booked them when.',
    load: () => import('./booking.ts'),
  },
  {
    id: 'crm',
    label: 'CRM',
    description: 'Companies, contacts and deals.',
    load: () => import('./crm.ts'),
  },
]
