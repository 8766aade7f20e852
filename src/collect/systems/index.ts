import type { System } from '../system'

/** The systems whose boards can be collected, by name. */
export const SYSTEMS: System[] = []

/** Those that are on: some are off until the operator sets `optIn.setting`. */
export function systemsInUse(settings: ReadonlySet<string>): System[] {
  return SYSTEMS.filter(({ optIn }) => optIn === undefined || settings.has(optIn.setting))
}
