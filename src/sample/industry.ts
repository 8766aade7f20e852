import type { Family } from './family'

/** A kind of employer. Names and sentences have slots in braces; see `slots.ts`. */
export interface Industry {
  kind: string
  /** How many of the employers are of this kind, and how many of the large ones, relative to the others. */
  weight: number
  large: number
  /** How far the larger employers of this kind reach from home. */
  reach: Reach
  names: readonly string[]
  frenchNames: readonly string[]
  /** Whom it hires: a family, its weight, and the occupations that it keeps to, or with `-` does without. */
  families: readonly (readonly [family: Family, weight: number, occupations?: readonly string[]])[]
  about: readonly string[]
  frenchAbout: readonly string[]
}

export type Reach = 'city' | 'region' | 'country' | 'both'
