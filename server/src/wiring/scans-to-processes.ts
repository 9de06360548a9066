/** What processes of the scanner run. */
export const SCAN_PROCESS = new URL('./scan-process.ts', import.meta.url)
