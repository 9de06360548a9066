/** Moves when rules change what is found: scans of another version are out of date, and what was remembered is not used. */
export const SCANNER_VERSION = '3'
