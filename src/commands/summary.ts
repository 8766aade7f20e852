import type { Counts } from '../import/import-postings'

/** `read 5000  created 4810  updated 12  unchanged 170  expired 3  excluded 1  rejected 4` */
export function summary(counts: Counts): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join('  ')
}
