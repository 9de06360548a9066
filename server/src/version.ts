import manifest from '../package.json' with { type: 'json' }

/** Version of the product; its API has one of its own, `API_VERSION`. */
export const VERSION = manifest.version
