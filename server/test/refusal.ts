import { expect } from 'vitest'

/** Matches an error that the API answered with. */
export const refusal = (status: number, code: string) => expect.objectContaining({ status, code })

/** What an error shows of input that does not fit at this place, for `toMatchObject`. */
export const invalidAt = (...loc: (string | number)[]) => ({ status: 422, body: { detail: [{ loc }] } })
