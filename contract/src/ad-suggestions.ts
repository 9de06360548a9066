import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Id } from './shared.ts'

/** What a performance campaign takes. */
export const MAX_SEARCH_THEMES = 10
export const MAX_SEARCH_THEME_LENGTH = 80
export const MAX_SEARCH_THEME_WORDS = 10

export const suggestSearchThemes = operation({
  name: 'ads.suggest_search_themes',
  summary: 'Suggest search themes for a performance campaign; nothing is saved',
  description:
    'Themes that name the platform itself are left out. The landing page is never called: its address is context. With nothing to go on the list is empty.',
  method: 'POST',
  path: '/api/apps/{app_id}/ads-platform/suggestions/search-themes',
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: Type.Object({ app_id: Id }),
  headers: Type.Object({
    'accept-language': Type.Optional(
      Type.String({ description: 'The language of the themes; English when it is absent or not supported' }),
    ),
  }),
  body: Type.Object({
    business_name: Type.Optional(
      Type.String({ maxLength: 256, default: '', description: 'Name of the business' }),
    ),
    business_description: Type.Optional(
      Type.String({ maxLength: 10_000, default: '', description: 'What the business offers' }),
    ),
    landing_page_url: Type.Optional(
      Type.String({ maxLength: 2_048, default: '', description: 'Used as context' }),
    ),
  }),
  answer: Type.Object({
    search_themes: Type.Array(Type.String({ maxLength: MAX_SEARCH_THEME_LENGTH }), {
      maxItems: MAX_SEARCH_THEMES,
      description: 'At most 10, each at most 80 characters; themes naming the platform itself are dropped',
    }),
  }),
  refuses: ['app_not_found', 'editor_required'],
  example: {
    body: {
      business_name: 'Crumb & Co',
      business_description:
        'Artisan sourdough bakery. We bake custom birthday cakes and gluten free pastries.',
      landing_page_url: 'https://crumb.example.com',
    },
    answer: {
      search_themes: [
        'crumb & co',
        'artisan sourdough bakery',
        'custom birthday cakes',
        'gluten free pastries',
      ],
    },
  },
})
