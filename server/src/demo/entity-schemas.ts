/** What the apps Orders and Storefront keep, and who may do what with it. */
const ORDERS = 'app_demo_orders'
const SHOP = 'app_demo_storefront'

export function demoEntitySchemas() {
  return [
    ...[CUSTOMER, ORDER].map((schema) => ({ app_id: ORDERS, schema })),
    ...[PURCHASE, QUOTE_REQUEST, BASKET, REVIEW].map((schema) => ({ app_id: SHOP, schema })),
  ]
}

const isAdmin = { user_condition: { role: 'admin' } }
const isCreator = { created_by_id: '{{user.id}}' }

const CUSTOMER = {
  name: 'Customer',
  type: 'object',
  description: 'Who buys from us.',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120, description: 'As it stands on the door' },
    kind: { type: 'string', enum: ['private', 'trade', 'public'], default: 'private', index: true },
    email: { type: 'string', format: 'email' },
    city: { type: 'string', maxLength: 80, index: true },
    since: { type: 'string', format: 'date' },
    newsletter: { type: 'boolean', default: false },
    account_manager: { type: 'string', format: 'email', description: 'Who looks after them' },
    credit_limit: {
      type: 'number',
      minimum: 0,
      description: 'In euros',
      rls: { read: isAdmin, write: isAdmin },
    },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, postcode: { type: 'string' }, country: { type: 'string' } },
    },
  },
  required: ['name', 'email'],
  rls: {
    create: true,
    read: { $or: [{ 'data.account_manager': '{{user.email}}' }, isAdmin] },
    update: { $or: [{ 'data.account_manager': '{{user.email}}' }, isAdmin] },
    delete: isAdmin,
  },
}

const ORDER = {
  name: 'Order',
  type: 'object',
  description: 'What was ordered, and how far it is.',
  properties: {
    number: { type: 'string', pattern: '^HP-\\d{5}$', index: true, description: 'As on the invoice' },
    customer: { type: 'string', maxLength: 120 },
    status: {
      type: 'string',
      enum: ['new', 'confirmed', 'picking', 'shipped', 'delivered', 'cancelled'],
      default: 'new',
      index: true,
    },
    total: { type: 'number', minimum: 0, description: 'In euros' },
    pieces: { type: 'integer', minimum: 1 },
    paid: { type: 'boolean', default: false },
    slot: { type: ['string', 'null'], enum: ['morning', 'afternoon', 'evening', null] },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { article: { type: 'string' }, pieces: { type: 'integer', minimum: 1 } },
      },
    },
    handled_by: { type: 'string', format: 'email', description: 'Who packs it' },
    note: { type: 'string', format: 'textarea', maxLength: 1000 },
    margin: {
      type: 'number',
      description: 'Share of the total, from 0 to 1',
      minimum: -1,
      maximum: 1,
      rls: { read: isAdmin, write: false },
    },
  },
  required: ['number', 'customer'],
  rls: {
    read: true,
    create: true,
    update: {
      $and: [
        { 'data.status': { $nin: ['delivered', 'cancelled'] } },
        { $or: [isCreator, { 'data.handled_by': '{{user.email}}' }, isAdmin] },
      ],
    },
    delete: { $or: [{ ...isCreator, 'data.status': 'new' }, isAdmin] },
  },
  indexes: [['status', 'created_date']],
}

const EUROS = { type: 'number', minimum: 0, description: 'In euros' }
/** Everybody may leave something; only the makers of the shop see it again. */
const LETTERBOX = { create: true, read: isAdmin, update: isAdmin, delete: isAdmin }

const PURCHASE = {
  name: 'Purchase',
  type: 'object',
  description: 'A basket that was paid for.',
  properties: {
    articles: { type: 'array', items: { type: 'string' }, maxItems: 50 },
    total: EUROS,
    email: { type: 'string', format: 'email' },
  },
  required: ['total'],
  rls: LETTERBOX,
}

const QUOTE_REQUEST = {
  name: 'QuoteRequest',
  type: 'object',
  description: 'Somebody wants a piece in their own size.',
  properties: {
    wishes: { type: 'string', format: 'textarea', maxLength: 2000 },
    email: { type: 'string', format: 'email' },
  },
  required: ['wishes', 'email'],
  rls: LETTERBOX,
}

const BASKET = {
  name: 'Basket',
  type: 'object',
  description: 'What somebody has put aside to buy.',
  properties: { articles: { type: 'array', items: { type: 'string' }, maxItems: 50 }, total: EUROS },
  rls: LETTERBOX,
}

/** Without rules, so that a security scan has something to find: everybody can change what others wrote. */
const REVIEW = {
  name: 'Review',
  type: 'object',
  description: 'What somebody thinks of a piece.',
  properties: {
    article: { type: 'string', maxLength: 120 },
    stars: { type: 'integer', minimum: 1, maximum: 5 },
    text: { type: 'string', format: 'textarea', maxLength: 2000 },
    email: { type: 'string', format: 'email' },
  },
  required: ['article', 'stars'],
}
