import { expect } from 'vitest'

/** Matches an error that the API answered with. */
export const refusal = (status: number, code: string) => expect.objectContaining({ status, code })
