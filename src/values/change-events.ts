/**
 * The kinds of events of the change log. `showsJob`: the event has the job as it is now. `removesJob`: the job left, and the
 * kind is its status from then on. `isReplaceable`: a later event of the same kind and job says all that this one does.
 */
export const EVENT_KINDS = {
  created: { showsJob: true, removesJob: false, isReplaceable: false },
  updated: { showsJob: true, removesJob: false, isReplaceable: true },
  expired: { showsJob: false, removesJob: true, isReplaceable: false },
  excluded: { showsJob: false, removesJob: true, isReplaceable: false },
} as const satisfies Readonly<Record<string, EventMeaning>>

interface EventMeaning {
  showsJob: boolean
  removesJob: boolean
  isReplaceable: boolean
}

export type ChangeEvent = keyof typeof EVENT_KINDS

/** `expired`: the employer removed or closed the job. `excluded`: it is not in the country after all. */
export type RemovalEvent = {
  [Kind in ChangeEvent]: (typeof EVENT_KINDS)[Kind]['removesJob'] extends true ? Kind : never
}[ChangeEvent]

export const CHANGE_EVENTS = Object.keys(EVENT_KINDS) as ChangeEvent[]

export const REMOVAL_EVENTS = CHANGE_EVENTS.filter(isRemoval)

export const SHOWING_EVENTS = CHANGE_EVENTS.filter((kind) => EVENT_KINDS[kind].showsJob)

export function isRemoval(kind: string | null | undefined): kind is RemovalEvent {
  return CHANGE_EVENTS.some((event) => event === kind && EVENT_KINDS[event].removesJob)
}

/** The status of a job: active, or the kind of the event with which it left. */
export const JOB_STATUSES: readonly JobStatus[] = ['active', ...REMOVAL_EVENTS]

export type JobStatus = 'active' | RemovalEvent
