import manifest from '../package.json' with { type: 'json' }

/** Of the product; the description of its API carries it too. */
export const VERSION = manifest.version
