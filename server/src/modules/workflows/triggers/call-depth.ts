/** So many runs and calls may lead to one another: those that go round in circles end there. */
export const MOST_DEPTH = 8
