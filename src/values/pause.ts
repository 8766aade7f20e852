/** Lets what waits for the network go on. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
