import { errors } from '@atrium/contract'

/** So many calls may lead to one another: functions and automations that go round in circles end there. */
export const MOST_DEPTH = 8

export const TOO_DEEP = errors.function_loop.message
