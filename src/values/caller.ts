/** An authenticated API key. The key itself is nowhere kept. */
export interface Caller {
  id: number
  /** The name given to the key when it was created; it may stand in logs. */
  name: string
}
