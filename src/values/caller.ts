/** An authenticated API key. The key itself is nowhere kept. */
export interface Caller {
  readonly id: number
  /** The name given to the key when it was created; it may stand in logs. */
  readonly name: string
}
