import { systemOf } from '../../collect/names/board-of-text'
import { SYSTEMS } from '../../collect/systems/index'
import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { CommandError } from '../terminal/command'

/** The source that an option, or an argument, names. Throws when no system has it. */
export function requireSystem(option: 'source' | 'system' | undefined, name: string): string {
  const system = systemOf(name, SYSTEMS)
  if (system !== undefined) return system.source
  const nearest = nearestName(
    name,
    SYSTEMS.map(({ source }) => source),
  )
  const hint = nearest === undefined ? 'see bun run boards --help' : `did you mean ${nearest}?`
  const place = option === undefined ? '' : `--${option}: `
  throw new CommandError(`${place}${quoteValue(name)} is not a known system; ${hint}`)
}
