import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'

/** What the jobs of a copy were read from; `since` is the last number of the change log that is in them. */
const Origin = Type.Object({
  since: Type.Integer(),
  generation: Type.String(),
  description: Type.String(),
  /** Whether the copy had everything that the catalogue had in this generation. */
  isLevel: Type.Boolean(),
})
export type Origin = Static<typeof Origin>

/** A new copy that is not whole yet: how many jobs it has, and the page that comes next; null is the first. */
const Filling = Type.Intersect([
  Origin,
  Type.Object({ cursor: Type.Union([Type.String(), Type.Null()]), jobs: Type.Integer() }),
])
export type Filling = Static<typeof Filling>

/** How far the change log before the copy is read, for the jobs that left: up to `since`, of `until`. */
const History = Type.Object({ since: Type.Integer(), until: Type.Integer() })
export type History = Static<typeof History>

/**
 * Where a copy stands, stored together with its jobs. `inUse`: the copy that people read, once a filling has ended. `history`:
 * the copy keeps the jobs that left.
 */
export const Checkpoint = Type.Object({
  inUse: Type.Optional(Origin),
  filling: Type.Optional(Filling),
  history: Type.Optional(History),
})
export type Checkpoint = Static<typeof Checkpoint>

/** A part of a copy that is not as the mirror left it. */
export class DamagedCopy extends Error {
  constructor(part: string, issue: string) {
    super(`${part}: ${issue}; with --refill the copy is filled again`)
  }
}

const checkpointValidator = Compile(Checkpoint)

/** The checkpoint of a text of JSON; `part` is where it is stored. */
export function parseCheckpoint(text: string, part: string): Checkpoint {
  const checkpoint = parseJson(text)
  if (checkpointValidator.Check(checkpoint)) return checkpoint
  throw new DamagedCopy(part, 'it is no checkpoint')
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
