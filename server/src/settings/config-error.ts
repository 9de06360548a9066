/** A setting that cannot be used; the message names it and the remedy. */
export class ConfigError extends Error {}
