/** Loaded before a command: limits of ten seconds or more pass twenty times as fast. */
const wait = globalThis.setTimeout

globalThis.setTimeout = Object.assign(
  (handler: () => void, ms = 0, ...rest: unknown[]) =>
    wait(handler, ms < 10_000 ? ms : ms / 20, ...(rest as [])),
  wait,
)
