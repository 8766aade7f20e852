import sources from './sources.json'

/** The systems that `collect` reads, by identifier. `bun tests/collect/systems/write-lists.ts` writes them: browsers cannot load the systems. */
const SOURCES: Readonly<Record<string, { name: string; aliases?: readonly string[] }>> = sources

/** Identifiers of source systems by alias, in lower case. */
export const SOURCE_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(SOURCES).flatMap(([source, { aliases = [] }]) =>
    aliases.map((alias): [string, string] => [alias, source]),
  ),
)

/** The identifier for employers' own career sites. */
export const CAREER_PAGE = 'careerpage'

/** The identifier of a source system, given its identifier or an alias, case ignored. */
export function canonicalSource(name: string): string {
  const lower = name.toLowerCase()
  return SOURCE_ALIASES.get(lower) ?? lower
}

/** What people call a source system; its identifier if that is unknown. */
export function sourceName(source: string): string {
  if (source === CAREER_PAGE) return "Employer's own site"
  return Object.hasOwn(SOURCES, source) ? (SOURCES[source]?.name ?? source) : source
}
