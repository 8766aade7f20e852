/** Programs that the packages do not bring. What needs one that is not there is skipped, and listed as such. */
export const HAS_CURL = Bun.which('curl') !== null
export const HAS_PYTHON = Bun.which('python3') !== null
